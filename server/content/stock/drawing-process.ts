/** The process that draws and composes the results of the embedded sources; `drawing.ts` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { embedded } from '#sources/index.ts';
import { sdrTags } from '#rules/video-picture.ts';
import type { Loop } from '#sources/source.ts';
import { drawingJob, type DrawingAnswer, type DrawingJob } from './drawing-words.ts';

const never = new AbortController().signal;

async function answerTo(job: DrawingJob): Promise<DrawingAnswer> {
  const { id, kind, reference, size } = job;
  try {
    const opened = await embedded[kind].open(reference, { signal: never, ...(size && { size }) });
    switch (opened.kind) {
      case 'bytes':
        await (opened.contentType === 'audio/wav' ? writeMusic(opened.bytes, job) : writeFile(job.path, opened.bytes));
        return { id, outcome: 'made', message: '' };
      case 'loop':
        await writeLoop(opened.loop, job);
        return { id, outcome: 'made', message: '' };
      case 'refused':
        return { id, outcome: 'refused', message: opened.message };
      default:
        return { id, outcome: 'failed', message: `an embedded source answered ${opened.kind}` };
    }
  } catch (error) {
    return { id, outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** MP3 of 192 kbit/s, which takes a tenth of the space of the samples. */
const writeMusic = (wav: Uint8Array, { ffmpeg, path }: DrawingJob): Promise<void> =>
  encode(ffmpeg, ['-f', 'wav', '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3', path], (write) =>
    write(wav),
  );

const writeLoop = ({ width, height, framesPerSecond, frames, frame }: Loop, { ffmpeg, path }: DrawingJob) =>
  encode(
    ffmpeg,
    `-f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${framesPerSecond} -i pipe:0`
      .split(' ')
      .concat(
        '-vf scale=in_range=pc:out_color_matrix=bt709:out_range=tv'.split(' '),
        '-c:v libx264 -preset veryfast -crf 21 -pix_fmt yuv420p'.split(' '),
        sdrTags,
        '-movflags +faststart -f mp4'.split(' '),
        path,
      ),
    async (write) => {
      for (let at = 0; at < frames; at += 1) await write(await frame(at));
    },
  );

type Write = (bytes: Uint8Array) => Promise<void>;

/** Feeds an ffmpeg and waits for its end. */
async function encode(ffmpeg: string, args: readonly string[], feed: (write: Write) => Promise<void>): Promise<void> {
  const child = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-500);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  // A message that it could not take shows in its exit code.
  child.stdin.on('error', () => {});
  await Promise.race([feed(writing(child.stdin)).then(() => child.stdin.end()), ended]);
  const code = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}: ${said}`);
}

/** Writes no faster than the reader reads, and handles messages of other jobs in between. */
const writing =
  (stdin: Writable): Write =>
  async (bytes) => {
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')]);
  };

process.on('message', (message) => {
  const job = drawingJob.safeParse(message);
  if (job.success) void answerTo(job.data).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit(0));
