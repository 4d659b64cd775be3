import { baseMessages } from '#contract/base/base-messages.ts';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Conflict } from '#contract/base/versions.ts';
import { askLogin } from './expired.ts';
import { askIdentity, type Proof } from '../lib/identity.ts';
import { lookForServer } from './line.ts';
import { linkToken, loseLink } from './link-session.ts';
import { deadlineMs, pause } from './deadline.ts';
import { pressKeyOf } from './press-keys.ts';
import { isFields, NoReply, send, type Reply } from './send.ts';
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
 * The options of a call: a signal to cancel it, the file of a multipart call, and its progress (0 to 1). `repeats`: an
 * action waits for a broken connection and sends the call again.
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
 * Makes a call of the contract. Throws a CallError if it is refused or nothing answers in time; a cancelled one throws
 * the signal's reason. If the session expired, or the server requires a confirmed identity, the person is asked and the
 * call is repeated; throws NotConfirmed if they decline. Any other 'Unauthorized Token' signs the person out, or ends
 * the window's connect link.
 */
export async function call<N extends Name>(name: N, input: Sent<N>, options: CallOptions = {}): Promise<Answer<N>> {
  const press = pressKeyOf(name, input, options.file?.content);
  const say = (failure: unknown) => {
    press?.settle(failure === null || (failure instanceof CallError && !isUnanswered(failure)));
    for (const listener of listeners) listener(name, failure);
  };
  try {
    const answer = await answerTo(name, input, { ...options, key: press?.key ?? null, until: Date.now() + deadlineMs });
    say(null);
    return answer;
  } catch (error) {
    say(error);
    throw error;
  }
}

/** Whether a call failed without the server's answer, or while it still ran: its outcome is unknown. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.status === 0 || isRunning(failure.errors));

const isRunning = (errors: Readonly<Record<string, string>> = {}): boolean =>
  errors['idempotency_key'] === 'in_progress';

/**
 * `key`: of the press, for a call that changes something. `until`: when it stops waiting for a call that runs.
 * `isRepeated`: after a proxy's answer that the server is down.
 */
type Sending = CallOptions & { key: string | null; until: number; isRepeated?: true };

async function answerTo<N extends Name>(name: N, input: Sent<N>, options: Sending): Promise<Answer<N>> {
  const byLink = linkToken();
  const session = currentSession();
  const token = byLink ?? session?.token;
  const { status, body, retryAfterSeconds } = await replyTo(name, input, { ...options, token });
  if (body === null && status >= 502) {
    // A proxy reports that its server is down. It sends on nothing twice, but by the key of a press it can be.
    if (options.key === null || options.isRepeated === true) throw lost();
    await pause(1, options.signal);
    return answerTo(name, input, { ...options, isRepeated: true });
  }
  if (isRunning(body?.errors) && Date.now() < options.until) {
    await pause(retryAfterSeconds ?? 1, options.signal);
    return answerTo(name, input, options);
  }
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

async function replyTo<N extends Name>(...sent: Parameters<typeof send<N>>): Promise<Reply<N>> {
  try {
    return await send<N>(...sent);
  } catch (error) {
    throw error instanceof NoReply ? lost() : error;
  }
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

const proofOf = (word: string | undefined): Proof | null => (word === 'password' || word === 'code' ? word : null);
