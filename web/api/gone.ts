import { changesOf } from '#contract/base/effects.ts';
import { CallError, onOutcome } from './call.ts';

/** Runs an action; returns its result, and whether a call meanwhile found that the thing to change no longer exists. */
export async function runOrGone<T>(action: () => Promise<T>): Promise<{ result: T; isGone: boolean }> {
  let isGone = false;
  const stop = onOutcome((name, failure) => {
    const changes = (changesOf[name] ?? []).length > 0;
    if (changes && failure instanceof CallError && failure.status === 404) isGone = true;
  });
  try {
    const result = await action();
    return { result, isGone };
  } finally {
    stop();
  }
}
