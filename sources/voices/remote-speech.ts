/** Shared by the voices of vendors: long texts split into parts, their sound joined, refusals in words. */
import { largestOf } from '#rules/numbers.ts';
import { parseJson, retryAfterOf } from '../../outbound/answers.ts';
import type { BytesReply } from '../../outbound/request.ts';
import type { NoSpeech, Speech } from './voice.ts';
import { tidied, wavOf } from './wav.ts';

/** How long a vendor may take for one part of a text, ms. */
export const patienceMs = 60_000;
/** The most bytes of one part: ten minutes at 24,000 samples a second. */
export const mostBytes = 30_000_000;
/** The pause between two parts of a text, seconds. */
const pauseSeconds = 0.25;

/**
 * Splits a text into parts of at most `most` characters: after sentences, otherwise between words, otherwise anywhere.
 */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = largestOf(['. ', '! ', '? ', '\n', '。', '।'].map((end) => head.lastIndexOf(end) + 1));
    const word = head.lastIndexOf(' ');
    // Half of a surrogate pair is not a character.
    const anywhere = /[\uD800-\uDBFF]$/.test(head) ? most - 1 : most;
    const at = sentence > most / 2 ? sentence : word > 0 ? word : anywhere;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** Little-endian 16-bit samples as a speech. */
export function speechOfParts(parts: readonly Buffer[], rate: number): Speech | NoSpeech {
  const pause = new Int16Array(Math.round(pauseSeconds * rate));
  const joined = parts.flatMap((part, at) => (at === 0 ? [samplesOf(part)] : [pause, samplesOf(part)]));
  const samples = new Int16Array(joined.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of joined) {
    samples.set(part, at);
    at += part.length;
  }
  const heard = tidied({ samples, rate });
  if (heard === null) return { kind: 'not-spoken', reason: 'this voice has no sound for this text' };
  return { kind: 'spoken', wav: wavOf(heard), seconds: heard.samples.length / rate };
}

function samplesOf(bytes: Buffer): Int16Array {
  const samples = new Int16Array(Math.floor(bytes.length / 2));
  for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(at * 2);
  return samples;
}

/** The part of a vendor's answer that says why it refused. */
export type Refusal = { status: number; code: string; words: string; retryAfterSeconds: number | null };

/** The bytes of an answer, or why there are none, in words; `refusedOf` knows the vendor's own errors. */
export function bytesOf(
  reply: BytesReply,
  { name, refusedOf }: { name: string; refusedOf: (refusal: Refusal) => string | undefined },
): { kind: 'read'; bytes: Buffer } | NoSpeech {
  const no = (reason: string, detail?: string): NoSpeech => ({
    kind: 'not-spoken',
    reason,
    ...(detail === undefined ? {} : { detail }),
  });
  if (reply.kind !== 'answered') return no(`${name} did not answer. Please try again later.`, reply.message);
  if (reply.status >= 200 && reply.status < 300)
    return reply.bytes.length > 1 ? { kind: 'read', bytes: reply.bytes } : no(`${name} sent no sound.`);
  const refusal = refusalOf(reply.status, parseJson(reply.bytes.toString('utf8')), reply.headers);
  const detail = `${reply.status} ${refusal.code}`;
  const own = refusedOf(refusal);
  if (own !== undefined) return no(own, detail);
  if (refusal.status === 401 || refusal.status === 403) return no(`${name} does not accept the key.`, detail);
  if (refusal.status === 429)
    return no(`${name} takes no more texts for now. Please try again ${whenOf(refusal.retryAfterSeconds)}.`, detail);
  if (refusal.status >= 500) return no(`${name} is not available right now. Please try again later.`, detail);
  return no(`${name} has not taken the text.`, detail);
}

const whenOf = (seconds: number | null): string =>
  seconds === null ? 'in a minute' : `in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;

/** AWS names the error in a header or in `__type`, OpenAI in `error`. */
function refusalOf(status: number, body: unknown, headers: Readonly<Record<string, string>>): Refusal {
  const top = isRecord(body) ? body : {};
  const inner = isRecord(top['error']) ? top['error'] : top;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const type = headers['x-amzn-errortype'] ?? (text(inner['code']) || text(inner['__type']) || text(inner['type']));
  return {
    status,
    code: type.split(':')[0]?.split('#').at(-1) ?? '',
    words: text(inner['message']) || text(inner['Message']),
    retryAfterSeconds: retryAfterOf(headers, new Date()),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
