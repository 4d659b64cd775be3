import { messages } from '#contract/messages.ts';
import type { UploadState } from './upload-queue.ts';

/** Why an upload failed, from its `CallError`. Status 0: no answer came. */
export type UploadProblem = { status: number; message: string; retryAfterSeconds: number | null };

/** How often a file is resent automatically before that is left to the person. */
const mostTries = 20;
/** Seconds to wait if a busy server does not say how long. */
const usualWaitSeconds = 10;

const waitWords = 'The server asks us to wait.';
const lostWords = {
  onTheWay: 'The connection was lost. We go on once the server answers.',
  onTheWayAgain: 'The connection was lost several times.',
  atTheEnd:
    'The connection was lost before the server answered. See below whether the file is there; if not, try again.',
} as const;

/**
 * What happens to an upload that failed. It is resent automatically after the time that a busy server names, or, if the
 * connection broke before everything was sent, once the server answers. It is left to the person if that can help,
 * after files were deleted or the server was repaired. `isSent`: the whole file was sent, and may have arrived.
 * `tries`: how often it was sent, from 1.
 */
export function afterProblem(
  { status, message, retryAfterSeconds }: UploadProblem,
  { isSent, tries, now }: { isSent: boolean; tries: number; now: number },
): UploadState {
  if (status === 429 || status === 503) {
    const seconds = Math.max(1, retryAfterSeconds ?? usualWaitSeconds);
    return tries < mostTries
      ? { kind: 'later', message: waitWords, at: now + seconds * 1000 }
      : { kind: 'failed', message, canRetry: true };
  }
  if (status === 0 && isSent) return { kind: 'failed', message: lostWords.atTheEnd, canRetry: true };
  if (status === 0)
    return tries < mostTries / 4
      ? { kind: 'later', message: lostWords.onTheWay, at: null }
      : { kind: 'failed', message: lostWords.onTheWayAgain, canRetry: true };
  return { kind: 'failed', message, canRetry: canHelp(status, message) };
}

/**
 * Whether the same file may be accepted later: not if the file itself is wrong, or its stream was deleted or belongs to
 * others.
 */
const canHelp = (status: number, message: string): boolean => status >= 500 || status === 401 || passing.has(message);

/** What can change in the meantime: the free space, and how much of a file has arrived. */
const passing: ReadonlySet<string> = new Set([
  messages.quotaReached,
  messages.uploadsOpen,
  messages.uploadGone,
  messages.uploadNotWhole,
  messages.uploadOther,
]);

/** The time until a file is resent, in words: 7 -> 'in 7 s', 130 -> 'in 3 min'. */
export const untilThen = (seconds: number): string =>
  seconds <= 0 ? 'now' : seconds < 100 ? `in ${Math.ceil(seconds)} s` : `in ${Math.ceil(seconds / 60)} min`;
