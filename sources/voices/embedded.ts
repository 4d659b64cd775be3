/**
 * The voices that need no key and no internet: Flite for English, eSpeak NG for all other languages. They sound basic.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild, type ChildEnd } from './child.ts';
import languages from './embedded-languages.json' with { type: 'json' };
import type { NoSpeech, Speech, SpeechWish, Voice, VoiceSource } from './voice.ts';
import { pcmOf, tidied, wavOf } from './wav.ts';

/** The longest text that is spoken in one piece, in characters. */
export const mostCharacters = 5_000;

/** 5,000 characters (six minutes of speech) took eSpeak NG 8 s and Flite 93 s on two cores under a load of 12. */
const limitSeconds = 300;

const fliteVoices: Readonly<Record<string, readonly Voice[]>> = {
  'en-US': [
    { id: 'flite:slt', name: 'Susan', gender: 'Female' },
    { id: 'flite:rms', name: 'Robert', gender: 'Male' },
    { id: 'flite:kal16', name: 'Kevin', gender: 'Male' },
  ],
  'en-GB': [{ id: 'flite:awb', name: 'Alan (Scottish)', gender: 'Male' }],
};

/** Variants of the one voice that eSpeak NG has for a language. */
const variants = [
  { suffix: '+f2', name: 'Female', gender: 'Female' },
  { suffix: '', name: 'Male', gender: 'Male' },
  { suffix: '+m3', name: 'Male, deeper', gender: 'Male' },
] as const;

/** The embedded source. `tempDir` is a folder for the files of one speech, which are removed afterwards. */
export function embeddedVoices({ tempDir }: { tempDir: string }): VoiceSource {
  return {
    languages: () => Promise.resolve(languages.map(({ code, name }) => ({ code, name }))),
    voices: (language) => Promise.resolve(voicesOf(language)),
    speak: async ({ text, voice, signal }) => {
      const words = text.trim();
      if (words === '') return no('there is nothing to say');
      if (words.length > mostCharacters) return no(`a text of more than ${mostCharacters} characters is too long`);
      const [engine, name] = [voice.split(':')[0], voice.split(':')[1] ?? ''];
      const isKnown = languages.some(({ code }) => voicesOf(code).some(({ id }) => id === voice));
      if (!isKnown) return no('this voice is not there');
      return await (engine === 'flite'
        ? byFlite({ text: words, voice: name, signal, tempDir })
        : byEspeak({ text: words, voice: name, signal }));
    },
  };
}

function voicesOf(language: string): readonly Voice[] {
  const known = languages.find(({ code }) => code === language);
  if (known === undefined) return [];
  const flite = fliteVoices[known.code] ?? [];
  return [
    ...flite,
    ...variants.map(({ suffix, name, gender }) => ({
      id: `espeak:${known.espeak}${suffix}`,
      name: `${known.name}, ${name}`,
      gender,
    })),
  ];
}

type Said = Omit<SpeechWish, 'signal'> & { signal: AbortSignal | undefined };

async function byEspeak({ text, voice, signal }: Said): Promise<Speech | NoSpeech> {
  const end = await runChild('./espeak-child.ts', { input: { text, voice }, limitSeconds, signal });
  return end.kind === 'done' ? speechOf(end.output) : noneOf(end);
}

async function byFlite({ text, voice, signal, tempDir }: Said & { tempDir: string }): Promise<Speech | NoSpeech> {
  const dir = await mkdtemp(join(tempDir, 'speech-'));
  try {
    // Flite knows English characters only: accents are dropped and typographic characters become plain ones.
    const end = await runChild('./flite-child.ts', { input: { text: plain(text), voice, dir }, limitSeconds, signal });
    return end.kind === 'done' ? speechOf(await readFile(join(dir, 'speech.wav'))) : noneOf(end);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const plain = (text: string): string =>
  text
    .replace(/[‘’‛]/gu, "'")
    .replace(/[“”„]/gu, '"')
    .replace(/[–—]/gu, ', ')
    .replace(/…/gu, '...')
    .normalize('NFD')
    .replace(/[^\x20-\x7e\n]/gu, '');

function speechOf(wav: Buffer): Speech | NoSpeech {
  const pcm = pcmOf(wav);
  const heard = pcm === null ? null : tidied(pcm);
  if (heard === null) return no('this voice has no sound for this text');
  return { kind: 'spoken', wav: wavOf(heard), seconds: heard.samples.length / heard.rate };
}

function noneOf(end: Exclude<ChildEnd, { kind: 'done' }>): NoSpeech {
  if (end.kind === 'timed-out') return no('speaking this text took too long');
  return { ...no('the voice failed'), detail: end.tail };
}

const no = (reason: string): NoSpeech => ({ kind: 'not-spoken', reason });
