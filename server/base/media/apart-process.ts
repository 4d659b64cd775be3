/** The process that decodes large pictures; `apart.ts` starts it, and it ends when its parent is gone. */
import { isNoRoom } from '../storage/room.ts';
import { isJob, type Answer, type Job } from './apart-words.ts';
import { decoder } from './decoder.ts';
import { works } from './works.ts';

async function answerTo({ id, work, path }: Job): Promise<Answer> {
  try {
    const open = await decoder();
    const facts = await works[work](open, { path, about: await open(path).metadata() });
    return facts === null ? { kind: 'damaged', id } : { kind: 'made', id, ...facts };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return isNoRoom(error) ? { kind: 'noRoom', id, message } : { kind: 'failed', id, message };
  }
}

process.on('message', (message) => {
  if (isJob(message)) void answerTo(message).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit(0));
