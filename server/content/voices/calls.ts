import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '#contract/messages.ts';
import { misreadIn, spokenText, type OwnWords } from '#sources/voices/words.ts';
import { outside, UserError, type Context, type Handlers, type OutsideContext } from '../../base/handlers.ts';
import { presentFile, keepFile } from '../../base/files/index.ts';
import { openGate } from '../../base/media/index.ts';
import { findClient } from '../../people/users/index.ts';
import { deletePronunciation, listPronunciations, savePronunciation, type PronunciationRow } from './queries.ts';
import { languagesOf, speakWith, tempDirOf, voicesFor } from './speakers.ts';

/** Two speeches are generated at once in a process, one per agency. */
const gate = openGate({ atOnce: 2, each: 1 });

/** Calls for text to speech. */
export const voiceCalls = {
  'get-polly-languages': async (_input, { services }) => ({ message: '', data: await languagesOf(services) }),

  'get-artists': async ({ lang_code: language }, { services, user: { agencyId }, tx }) => {
    const voices = await voicesFor(services, { tx, agencyId, language });
    return { message: '', data: voices.map(({ id, name, gender, note }) => ({ voice_id: id, name, gender, note })) };
  },

  'find-misread': async ({ text, language_id: language, client_id: clientId }, context) => {
    const rows = await correctionsOf(clientId, context);
    const ids = new Map(rows.map(({ written, id }) => [written, id]));
    const found = misreadIn(text, { language, own: ownWords(rows) });
    const once = new Map(found.map(({ written, spoken }) => [written, spoken]));
    const data = [...once].map(([written, spoken]) => ({ written, spoken, id: ids.get(written) ?? null }));
    return { message: '', data };
  },

  'save-pronunciation': async ({ client_id: clientId, written, spoken }, context) => {
    await checkClient(clientId, context);
    const { agencyId } = context.user;
    const id = await savePronunciation(context.tx, { agencyId, clientId: clientId ?? null, written, spoken });
    return { message: messages.pronunciationSaved, data: { id } };
  },

  'delete-pronunciation': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deletePronunciation(tx, { agencyId, id }))) throw notFound();
    return { message: messages.pronunciationDeleted, data: null };
  },

  'generate-tts': outside(async ({ text, language_id: language, voice_id: voice, client_id: clientId }, context) => {
    const { user, transaction } = context;
    const rows = await transaction((tx) => correctionsOf(clientId, { user, tx }));
    const words = spokenText(text, { language, own: ownWords(rows) });
    const path = join(await tempDirOf(context.services), `speech-${randomUUID()}.wav`);
    try {
      const { seconds } = await speakTo(path, { words, voice, context });
      const data = await keepSpeech(path, { text, context });
      return { message: '', data: { ...data, duration_ms: Math.round(seconds * 1000) } };
    } finally {
      await rm(path, { force: true });
    }
  }),
} satisfies Partial<Handlers>;

type Asking = Pick<Context, 'user' | 'tx'>;

const notFound = () => new UserError(messages.notFound, { status: 404 });

async function checkClient(clientId: string | undefined, { user: { agencyId }, tx }: Asking): Promise<void> {
  if (clientId !== undefined && (await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
}

/** The pronunciations of the agency and the client; throws if the client is not the agency's. */
async function correctionsOf(clientId: string | undefined, asking: Asking): Promise<PronunciationRow[]> {
  await checkClient(clientId, asking);
  return await listPronunciations(asking.tx, { agencyId: asking.user.agencyId, clientId: clientId ?? null });
}

/** The client's pronunciation of a word comes after the agency's and overrides it. */
const ownWords = (rows: readonly PronunciationRow[]): OwnWords =>
  Object.fromEntries(rows.map(({ written, spoken }) => [written, spoken]));

async function speakTo(
  path: string,
  { words, voice, context }: { words: string; voice: string; context: OutsideContext },
): Promise<{ seconds: number }> {
  const { user, signal } = context;
  const speech = await gate(user.agencyId, () => speakWith(context, { text: words, voice, signal }), signal);
  if (speech.kind === 'not-spoken')
    throw new UserError(`The speech could not be generated: ${speech.reason}`, { status: 409 });
  await writeFile(path, speech.wav);
  return speech;
}

/** Stores the speech in the library, titled with the first words of its text. */
async function keepSpeech(
  path: string,
  { text, context }: { text: string; context: OutsideContext },
): Promise<{ file_url: string }> {
  const { services, user, now, signal, transaction } = context;
  const file = await keepFile(
    { services, transaction },
    { agencyId: user.agencyId, userId: user.id, path, title: text.slice(0, 80), media: 'audio', now, signal },
  );
  return { file_url: presentFile(file).url };
}
