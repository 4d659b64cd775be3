import { changesOf } from '#contract/base/effects.ts';
import { CallError, isUnanswered, onOutcome } from './call.ts';

/** Runs an action; returns its result, and whether a call meanwhile found that the thing to change no longer exists. */
export async function runOrGone<T>(action: () => Promise<T>): Promise<{ result: T; isGone: boolean }> {
  const { result, hasFailed } = await hearing(action, ({ status }) => status === 404);
  return { result, isGone: hasFailed };
}

/** Runs an action; returns its result, and whether the answer to a change was lost, which may have been made. */
export async function runOrLost<T>(action: () => Promise<T>): Promise<{ result: T; isLost: boolean }> {
  const { result, hasFailed } = await hearing(action, isUnanswered);
  return { result, isLost: hasFailed };
}

/** Runs an action; returns whether a changing call meanwhile failed in the given way. */
async function hearing<T>(
  action: () => Promise<T>,
  isMeant: (failure: CallError) => boolean,
): Promise<{ result: T; hasFailed: boolean }> {
  let hasFailed = false;
  const stop = onOutcome((name, failure) => {
    const changes = (changesOf[name] ?? []).length > 0;
    if (changes && failure instanceof CallError && isMeant(failure)) hasFailed = true;
  });
  try {
    const result = await action();
    return { result, hasFailed };
  } finally {
    stop();
  }
}
