/** Sends the request of a call and reads its answer, under a deadline. */
import { getNames } from '#contract/base/effects.ts';
import type { Data, Name } from '#contract/index.ts';
import { openDeadline } from './deadline.ts';
import { takeFirstRead } from './first-read.ts';

/** No answer came: the connection broke, or the deadline passed. */
export class NoReply extends Error {}

/** What a request carries beside its input. */
export type Carried = {
  token: string | undefined;
  /** Of the press, for a call that changes something. */
  key: string | null;
  signal?: AbortSignal | undefined;
  file?: { field: string; content: File } | undefined;
  onProgress?: ((share: number) => void) | undefined;
};

/**
 * The envelope as the contract types it. Our own server's tests check it; checking it here with zod would cost 15 kB.
 */
type Body<N extends Name> = { status: boolean; message: string; data: Data<N>; errors?: Record<string, string> };
/** A reply; `body` is null if it is not an envelope, for example a proxy's page. */
export type Reply<N extends Name> = { status: number; body: Body<N> | null; retryAfterSeconds: number | null };

/** The seconds of a Retry-After header; null without one, and for a date, which our own server does not send. */
const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;

/** The calls that are sent as a GET with their fields as the query. */
const gets: ReadonlySet<string> = new Set(getNames);

const addressOf = (name: Name, input: object): string => {
  const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]));
  return gets.has(name) && query.size > 0 ? `/api/${name}?${query.toString()}` : `/api/${name}`;
};

/** Sends a call; throws a NoReply without an answer, and the signal's reason once that aborts. */
export async function send<N extends Name>(name: N, input: object, carried: Carried): Promise<Reply<N>> {
  const deadline = openDeadline(carried.signal);
  const within = { ...carried, signal: deadline.signal };
  try {
    return await (carried.file ? upload<N>(name, input, within, deadline.extend) : post<N>(name, input, within));
  } catch {
    if (carried.signal?.aborted) throw carried.signal.reason;
    throw new NoReply();
  } finally {
    deadline.end();
  }
}

const headersOf = ({ token, key }: Carried): Record<string, string> => ({
  ...(token ? { authorization: token } : {}),
  ...(key === null ? {} : { 'idempotency-key': key }),
});

async function post<N extends Name>(name: N, input: object, carried: Carried): Promise<Reply<N>> {
  const { token, signal } = carried;
  const isGet = gets.has(name);
  const body = JSON.stringify(input);
  const response = await (takeFirstRead({ name, body, token }) ??
    fetch(addressOf(name, input), {
      method: isGet ? 'GET' : 'POST',
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...headersOf(carried),
      },
      ...(isGet ? {} : { body }),
      signal: signal ?? null,
    }));
  return {
    status: response.status,
    body: parse<N>(await response.text()),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  };
}

// XMLHttpRequest reports an upload's progress; fetch does not.
function upload<N extends Name>(name: N, input: object, carried: Carried, onMoved: () => void): Promise<Reply<N>> {
  const { signal, file, onProgress } = carried;
  const form = new FormData();
  for (const [field, value] of Object.entries(input)) if (value !== undefined) form.append(field, String(value));
  if (file) form.append(file.field, file.content, file.content.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const settle = (then: () => void) => () => {
      signal?.removeEventListener('abort', cancel);
      then();
    };
    request.upload.onprogress = ({ loaded, total }) => {
      onMoved();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onload = settle(() =>
      resolve({
        status: request.status,
        body: parse<N>(request.responseText),
        retryAfterSeconds: secondsOf(request.getResponseHeader('retry-after')),
      }),
    );
    request.onerror = settle(() => reject(new NoReply()));
    request.onabort = settle(() => reject(signal?.reason));
    request.open('POST', `/api/${name}`);
    for (const [header, value] of Object.entries(headersOf(carried))) request.setRequestHeader(header, value);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', cancel);
    request.send(form);
  });
}

/** Whether a value is an object with fields. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse<N extends Name>(text: string): Body<N> | null {
  try {
    const body: unknown = JSON.parse(text);
    return isBody<N>(body) ? body : null;
  } catch {
    return null; // a proxy's page instead of our envelope; the status says enough
  }
}

// Only the server's tests prove the type of `data`.
const isBody = <N extends Name>(value: unknown): value is Body<N> =>
  isFields(value) &&
  typeof value['status'] === 'boolean' &&
  typeof value['message'] === 'string' &&
  (value['errors'] === undefined ||
    (isFields(value['errors']) && Object.values(value['errors']).every((words) => typeof words === 'string')));
