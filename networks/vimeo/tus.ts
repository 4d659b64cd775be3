import { fileBytes } from '#outbound/files.ts';
import type { Http } from '#outbound/request.ts';
import type { Media } from '../network.ts';

/**
 * How many bytes of an upload have arrived, and of how many (null: not reported), or that this is unknown now. `gone`:
 * the upload no longer exists.
 */
export type Arrived =
  | { kind: 'arrived'; bytes: number; ofBytes: number | null }
  | { kind: 'gone' }
  | { kind: 'unknown'; message: string };

const version = { 'tus-resumable': '1.0.0' };
const uploadTimeoutMs = 300_000;
const mostTries = 4;

/** Asks for the progress of an upload. Source: tus.io/protocols/resumable-upload, 1.0.0, "HEAD". */
export async function arrivedOf({
  http,
  link,
  signal,
}: {
  http: Http;
  link: string;
  signal: AbortSignal;
}): Promise<Arrived> {
  const reply = await http.send({ method: 'HEAD', url: new URL(link), headers: version, signal });
  if (reply.kind !== 'answered') return { kind: 'unknown', message: reply.message };
  if (reply.status === 404 || reply.status === 410) return { kind: 'gone' };
  const bytes = countIn(reply.headers, 'upload-offset');
  return reply.status < 300 && bytes !== null
    ? { kind: 'arrived', bytes, ofBytes: countIn(reply.headers, 'upload-length') }
    : { kind: 'unknown', message: `Vimeo's upload server answered with status ${reply.status}` };
}

/**
 * Sends a file from byte `from` on, streamed, and resumes after each broken connection as long as more bytes arrive
 * each time. Returns the progress; 'unknown' only if it cannot be requested.
 */
export async function sendBytes({
  http,
  link,
  media,
  from,
  signal,
}: {
  http: Http;
  link: string;
  media: Media;
  from: number;
  signal: AbortSignal;
}): Promise<Arrived> {
  let arrived = from;
  for (let tries = 0; tries < mostTries && arrived < media.sizeBytes; tries += 1) {
    const reply = await http.send({
      method: 'PATCH',
      url: new URL(link),
      headers: { ...version, 'upload-offset': String(arrived) },
      signal,
      timeoutMs: uploadTimeoutMs,
      body: {
        kind: 'readable',
        contentType: 'application/offset+octet-stream',
        sizeBytes: media.sizeBytes - arrived,
        chunks: () => bytesFrom(media, arrived),
      },
    });
    const told = reply.kind === 'answered' && reply.status === 204 ? countIn(reply.headers, 'upload-offset') : null;
    if (told !== null && told > arrived) {
      arrived = told;
      continue;
    }
    const asked = await arrivedOf({ http, link, signal });
    if (asked.kind !== 'arrived') return asked;
    if (asked.bytes <= arrived) return asked;
    arrived = asked.bytes;
  }
  return { kind: 'arrived', bytes: arrived, ofBytes: media.sizeBytes };
}

function countIn(headers: Readonly<Record<string, string>>, name: 'upload-offset' | 'upload-length'): number | null {
  const value = headers[name] ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

async function* bytesFrom(media: Media, start: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of fileBytes(media)) {
    const rest = chunk.subarray(Math.max(0, start - at));
    at += chunk.byteLength;
    if (rest.byteLength > 0) yield rest;
  }
}
