/**
 * OpenAI's speech API. https://platform.openai.com/docs/api-reference/audio/createSpeech and
 * /docs/guides/text-to-speech (2026-11). Not compared with a live answer.
 */
import { jsonBody } from '../../outbound/body.ts';
import type { Http } from '../../outbound/request.ts';
import { bytesOf, mostBytes, partsOf, patienceMs, speechOfParts, type Refusal } from './remote-speech.ts';
import languages from './openai-languages.json' with { type: 'json' };
import type { Voice, VoiceSource } from './voice.ts';

/** The settings of OpenAI. `baseUrl` ends with the version: `https://api.openai.com/v1`. */
export type OpenAiAccess = { http: Pick<Http, 'bytes'>; baseUrl: string; key: string; model: string };

const name = 'OpenAI';
/** OpenAI accepts 4,096 characters at once. */
const mostCharacters = 4_000;
/** `pcm` is 16-bit samples at this rate. */
const rate = 24_000;

/** OpenAI states no genders; these are how listeners usually hear its voices. */
const speakers = [
  ['coral', 'Female'],
  ['ash', 'Male'],
  ['alloy', 'Female'],
  ['echo', 'Male'],
  ['sage', 'Female'],
  ['ballad', 'Male'],
  ['shimmer', 'Female'],
  ['verse', 'Male'],
  ['marin', 'Female'],
  ['cedar', 'Male'],
] as const;
/** The older models know only these six voices. */
const isKnownTo = (model: string, voice: string): boolean =>
  !model.startsWith('tts-1') || ['coral', 'ash', 'alloy', 'echo', 'sage', 'shimmer'].includes(voice);

/** The voices that OpenAI has for a language, whether or not a key is set; ids are `openai:<voice>`. */
export function openAiVoicesOf(language: string, model: string): Voice[] {
  if (!languages.some((known) => language.split('-')[0] === known)) return [];
  return speakers
    .filter(([voice]) => isKnownTo(model, voice))
    .map(([voice, gender]) => ({
      id: `openai:${voice}`,
      name: `${voice.charAt(0).toUpperCase()}${voice.slice(1)}, ${name}`,
      gender,
    }));
}

/** OpenAI as a source of voices: each of them speaks every language. */
export function openAiVoices({ http, baseUrl, key, model }: OpenAiAccess): VoiceSource {
  return {
    languages: () => Promise.resolve([]),
    voices: (language) => Promise.resolve(openAiVoicesOf(language, model)),
    speak: async ({ text, voice, signal }) => {
      const parts: Buffer[] = [];
      for (const input of partsOf(text, mostCharacters)) {
        const reply = await http.bytes(
          {
            method: 'POST',
            url: new URL(`${baseUrl}/audio/speech`),
            headers: { authorization: `Bearer ${key}` },
            body: jsonBody({ model, voice: voice.split(':')[1] ?? '', input, response_format: 'pcm' }),
            signal: signal ?? AbortSignal.timeout(patienceMs),
            timeoutMs: patienceMs,
            maxBytes: mostBytes,
          },
          { trust: 'configured' },
        );
        const read = bytesOf(reply, { name, refusedOf: (refusal) => refusedOf(refusal, model) });
        if (read.kind === 'not-spoken') return read;
        parts.push(read.bytes);
      }
      if (parts.length === 0) return { kind: 'not-spoken', reason: 'there is nothing to say' };
      return speechOfParts(parts, rate);
    },
  };
}

function refusedOf({ status, code }: Refusal, model: string): string | undefined {
  if (code === 'insufficient_quota') return `there is no credit left at ${name} for this key.`;
  if (status === 404) return `the model “${model}” is not offered by ${name} for this key.`;
  return undefined;
}
