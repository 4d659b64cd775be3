import { baseMessages } from '#contract/base/base-messages.ts';
import { getNames } from '#contract/base/effects.ts';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Conflict } from '#contract/base/versions.ts';
import { askLogin } from './expired.ts';
import { askIdentity, type Proof } from '../lib/identity.ts';
import { takeFirstRead } from './first-read.ts';
import { lookForServer } from './line.ts';
import { linkToken, loseLink } from './link-session.ts';
import { currentSession, forgetSession, isSamePerson, type Session } from './session-store.ts';

/**
 * A call that did not succeed: HTTP status (0: no answer), the message for the person, and messages by field.
 * `conflict`: the stored state of a form that was changed meanwhile.
 */
export class CallError extends Error {
  readonly status: number;
  readonly errors: Record<string, string>;
  /** When the server asks to retry, if it does. */
  readonly retryAfterSeconds: number | null;
  readonly conflict: Conflict | null;

  constructor(
    status: number,
    message: string,
    errors: Record<string, string> = {},
    more: { retryAfterSeconds?: number | null; conflict?: Conflict | null } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.conflict = more.conflict ?? null;
  }
}

/** The person was asked to confirm their identity and declined: nothing was done, and no notice is needed. */
export class NotConfirmed extends CallError {
  constructor() {
    super(403, baseMessages.notConfirmed);
  }
}

/**
 * The options of a call: a signal to cancel it, the file of a multipart call, and its progress (0 to 1). `repeats`: the
 * call is idempotent, so an action waits for a broken connection and sends it again.
 */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  file?: { field: string; content: File } | undefined;
  onProgress?: ((share: number) => void) | undefined;
  repeats?: boolean | undefined;
};

/** What a successful call answers. */
export type Answer<N extends Name> = { message: string; data: Data<N> };

/** The text shown instead of 'Unauthorized Token', which is for programs. */
export const signedOut = 'You are signed out. Please sign in again to continue.';

/** The message if the server cannot be reached. */
export const noAnswer = 'We could not reach the server. Please check your connection and try again.';

type Listener = (name: Name, failure: unknown) => void;
const listeners = new Set<Listener>();

/**
 * Calls back after every call, before its caller continues: `failure` is null after a success, otherwise the thrown
 * error. Returns a function to stop.
 */
export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Makes a call of the contract. Throws a CallError if it is refused or nothing answers; a cancelled one throws the
 * signal's reason. If the session expired, or the server requires a confirmed identity, the person is asked and the
 * call is repeated; throws NotConfirmed if they decline. Any other 'Unauthorized Token' signs the person out, or ends
 * the window's connect link.
 */
export async function call<N extends Name>(name: N, input: Sent<N>, options: CallOptions = {}): Promise<Answer<N>> {
  const say = (failure: unknown) => {
    for (const listener of listeners) listener(name, failure);
  };
  try {
    const answer = await answerTo(name, input, options);
    say(null);
    return answer;
  } catch (error) {
    say(error);
    throw error;
  }
}

async function answerTo<N extends Name>(name: N, input: Sent<N>, options: CallOptions): Promise<Answer<N>> {
  const byLink = linkToken();
  const session = currentSession();
  const token = byLink ?? session?.token;
  const { status, body, retryAfterSeconds } = await (options.file
    ? upload<N>(name, input, token, options)
    : post<N>(name, input, token, options));
  if (body === null && status >= 502) throw lost(); // a proxy reports that its server is down
  if (body?.status === true && status < 400) return { message: body.message, data: body.data };
  const proof = status === 403 ? proofOf(body?.errors?.['confirm']) : null;
  if (proof !== null) {
    if (await askIdentity(proof)) return answerTo(name, input, options);
    throw new NotConfirmed();
  }
  const message = body?.message ?? baseMessages.internalError;
  if (message !== baseMessages.unauthorizedToken) {
    throw new CallError(status, message, body?.errors, {
      retryAfterSeconds,
      conflict: status === 409 ? conflictOf(body?.data) : null,
    });
  }
  if (byLink !== null && byLink === linkToken()) loseLink();
  if (byLink === null && (await goesOn(session, { hasExpired: body?.errors?.['session'] === 'expired' })))
    return answerTo(name, input, options);
  throw new CallError(status, signedOut);
}

/** The error for a missing answer, which triggers a check of the connection. */
function lost(): CallError {
  void lookForServer();
  return new CallError(0, noAnswer);
}

/** Whether the person signed in again after the server rejected their session. An ended session is deleted here. */
async function goesOn(session: Session | null, { hasExpired }: { hasExpired: boolean }): Promise<boolean> {
  const now = currentSession();
  if (session === null || now === null) return false;
  if (now.token !== session.token) return isSamePerson(now, session);
  if (hasExpired) return askLogin(session);
  forgetSession({ byChoice: false });
  return false;
}

const conflictOf = (data: unknown): Conflict | null => (isConflict(data) ? data : null);
const isConflict = (data: unknown): data is Conflict =>
  isFields(data) && typeof data['version'] === 'string' && isFields(data['current']) && isFields(data['yours']);
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const proofOf = (word: string | undefined): Proof | null => (word === 'password' || word === 'code' ? word : null);

/**
 * The envelope as the contract types it. Our own server's tests check it; checking it here with zod would cost 15 kB.
 */
type Body<N extends Name> = { status: boolean; message: string; data: Data<N>; errors?: Record<string, string> };
type Reply<N extends Name> = { status: number; body: Body<N> | null; retryAfterSeconds: number | null };

/** The seconds of a Retry-After header; null without one, and for a date, which our own server does not send. */
const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;

/** The calls that are sent as a GET with their fields as the query. */
const gets: ReadonlySet<string> = new Set(getNames);

const addressOf = (name: Name, input: object): string => {
  const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]));
  return gets.has(name) && query.size > 0 ? `/api/${name}?${query.toString()}` : `/api/${name}`;
};

async function post<N extends Name>(
  name: N,
  input: object,
  token: string | undefined,
  { signal }: CallOptions,
): Promise<Reply<N>> {
  try {
    const isGet = gets.has(name);
    const body = JSON.stringify(input);
    const response = await (takeFirstRead({ name, body, token }) ??
      fetch(addressOf(name, input), {
        method: isGet ? 'GET' : 'POST',
        headers: {
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: token } : {}),
        },
        ...(isGet ? {} : { body }),
        signal: signal ?? null,
      }));
    return {
      status: response.status,
      body: parse<N>(await response.text()),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    };
  } catch {
    if (signal?.aborted) throw signal.reason;
    throw lost(); // fetch rejected: no answer came
  }
}

// XMLHttpRequest reports an upload's progress; fetch does not.
function upload<N extends Name>(
  name: N,
  input: object,
  token: string | undefined,
  { signal, file, onProgress }: CallOptions,
): Promise<Reply<N>> {
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
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = settle(() =>
      resolve({
        status: request.status,
        body: parse<N>(request.responseText),
        retryAfterSeconds: secondsOf(request.getResponseHeader('retry-after')),
      }),
    );
    request.onerror = settle(() => reject(lost()));
    request.onabort = settle(() => reject(signal?.reason));
    request.open('POST', `/api/${name}`);
    if (token) request.setRequestHeader('authorization', token);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', cancel);
    request.send(form);
  });
}

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
