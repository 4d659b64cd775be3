/** The voices of an agency: the configured providers first, the built-in voices last. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '#db/database.ts';
import type { Trust } from '#outbound/request.ts';
import { embeddedVoices } from '#sources/voices/embedded.ts';
import { folderVoices } from '#sources/voices/model-folder.ts';
import { openAiVoices, openAiVoicesOf } from '#sources/voices/openai.ts';
import { pollyVoices } from '#sources/voices/polly.ts';
import type { Language, NoSpeech, Speech, SpeechWish, Voice, VoiceSource } from '#sources/voices/voice.ts';
import { aiMeansOf, modelFor, openAiKey, spend } from '../ai/index.ts';
import type { OutsideContext, Services } from '../../base/handlers.ts';

/** A voice as people choose it; `note` is a remark about it, '' for none. */
export type OfferedVoice = Voice & { note: string };

const embeddedNote = 'The built-in voices sound basic.';
const ownKeyNote = 'OpenAI charges each speech to your own key. It counts towards the limit of your AI.';

/** Where speeches store their files; the folder exists afterwards. */
export async function tempDirOf({ config }: Pick<Services, 'config'>): Promise<string> {
  const tempDir = join(config.dataDir, 'tmp');
  await mkdir(tempDir, { recursive: true });
  return tempDir;
}

const pollys = new WeakMap<Services['config'], VoiceSource>();

/** Polly, if its keys are set; one per process, so that its list of voices is kept. */
function pollyOf({ config, http }: Pick<Services, 'config' | 'http'>): VoiceSource | null {
  if (config.voices.polly === null) return null;
  const known = pollys.get(config) ?? pollyVoices({ http, ...config.voices.polly });
  pollys.set(config, known);
  return known;
}

async function folderOf({ config }: Pick<Services, 'config'>): Promise<VoiceSource | null> {
  const { folder } = config.voices;
  return folder === null ? null : folderVoices({ ...folder, tempDir: await tempDirOf({ config }) });
}

/**
 * Every language that has a voice, the default one first; a language with two names is named as the built-in voices do.
 */
export async function languagesOf(services: Services): Promise<Language[]> {
  const embedded = embeddedVoices({ tempDir: await tempDirOf(services) });
  const sources = [embedded, pollyOf(services), await folderOf(services)].flatMap((source) => source ?? []);
  const all = (await Promise.all(sources.map((source) => source.languages()))).flat();
  const once = new Map<string, Language>();
  for (const language of all) if (!once.has(language.code)) once.set(language.code, language);
  const [first, ...others] = once.values();
  return first === undefined ? [] : [first, ...others.toSorted((one, other) => one.name.localeCompare(other.name))];
}

/** The voices of a language for an agency, the natural ones first. */
export async function voicesFor(
  services: Services,
  { tx, agencyId, language }: { tx: Tx; agencyId: string; language: string },
): Promise<OfferedVoice[]> {
  const offered = async (source: VoiceSource | null, note = ''): Promise<OfferedVoice[]> =>
    source === null ? [] : (await source.voices(language)).map((voice) => ({ ...voice, note }));
  const payer = await payerOf(services, { tx, agencyId });
  const model = await speechModel(services, payer, AbortSignal.timeout(10_000));
  const openAi = model === null ? [] : openAiVoicesOf(language, model);
  return [
    ...(await offered(pollyOf(services))),
    ...openAi.map((voice) => ({ ...voice, note: payer?.kind === 'agency' ? ownKeyNote : '' })),
    ...(await offered(await folderOf(services))),
    ...(await offered(embeddedVoices({ tempDir: await tempDirOf(services) }), embeddedNote)),
  ];
}

/**
 * The key to use at OpenAI; null if there is none. An agency's key goes only to the address that it was entered for.
 */
async function payerOf(
  services: Pick<Services, 'config' | 'secrets'>,
  { tx, agencyId }: { tx: Tx; agencyId: string },
): Promise<Payer | null> {
  const { voices, addresses } = services.config;
  if (voices.openAi.key !== null)
    return { kind: 'operator', key: voices.openAi.key, baseUrl: addresses.openaiApiUrl, trust: 'configured' };
  const { isOpenAi, baseUrl, trust } = await aiMeansOf(tx, services, agencyId);
  const key = isOpenAi ? await openAiKey(tx, services.secrets, agencyId) : null;
  return key === null ? null : { kind: 'agency', key, baseUrl, trust };
}

type Payer = { kind: 'operator' | 'agency'; key: string; baseUrl: string; trust: Trust };

/** The model that speaks; null if there is no key, or OpenAI offers none any more. */
async function speechModel(
  { http, config, clock }: Pick<Services, 'http' | 'config' | 'clock'>,
  payer: Payer | null,
  signal: AbortSignal,
): Promise<string | null> {
  if (payer === null) return null;
  const { baseUrl, trust, key } = payer;
  const preferred = config.voices.openAi.models;
  const found = await modelFor({ http, baseUrl, trust, key, signal }, { use: 'speech', preferred, now: clock() });
  return found !== null && 'id' in found ? found.id : null;
}

/** Generates a speech with a voice of any provider. */
export async function speakWith(context: OutsideContext, wish: SpeechWish): Promise<Speech | NoSpeech> {
  const { services } = context;
  const gone: NoSpeech = { kind: 'not-spoken', reason: 'this voice is no longer available. Please choose another.' };
  switch (wish.voice.split(':')[0]) {
    case 'polly':
      return (await pollyOf(services)?.speak(wish)) ?? gone;
    case 'model':
      return (await (await folderOf(services))?.speak(wish)) ?? gone;
    case 'openai':
      return (await byOpenAi(context, wish)) ?? gone;
    default:
      return embeddedVoices({ tempDir: await tempDirOf(services) }).speak(wish);
  }
}

async function byOpenAi(context: OutsideContext, wish: SpeechWish): Promise<Speech | NoSpeech | null> {
  const { services, user, transaction } = context;
  const { http, config } = services;
  const { priceMicros } = config.voices.openAi;
  const payer = await transaction((tx) => payerOf(services, { tx, agencyId: user.agencyId }));
  const model = await speechModel(services, payer, context.signal);
  if (payer === null || model === null) return null;
  const { baseUrl, key } = payer;
  if (payer.kind === 'operator') return openAiVoices({ http, baseUrl, model, key }).speak(wish);
  const costMicros = Math.ceil((wish.text.length * priceMicros) / 1_000_000);
  return spend<Speech | NoSpeech>(
    context,
    { task: 'speech', costMicros, isDone: ({ kind }) => kind === 'spoken' },
    ({ key: own, means }) => openAiVoices({ http, baseUrl: means.baseUrl, model, key: own }).speak(wish),
  );
}
