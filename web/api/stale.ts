import { changesOf, showsOf } from '#contract/base/effects.ts';
import type { Noun } from '#contract/base/nouns.ts';
import { CallError, NotConfirmed, onOutcome } from './call.ts';
import { queryClient } from './query-client.ts';
import { refreshUser } from './session.ts';

/**
 * Makes every stored answer that shows one of these nouns stale, and reads visible ones again at once. Calls do this
 * automatically, by the nouns that the contract says they change; this is for changes that a page learns about in
 * another way.
 */
export function makeStale(...changed: readonly Noun[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      meta?.['still'] !== true && (showsOf[String(name)]?.some((noun) => changed.includes(noun)) ?? false),
  });
  if (changed.includes('person')) void refreshUser();
}

/**
 * Whether a call may have changed something: after a success, if its outcome is unknown (no answer, a server error, a
 * cancelled upload), and if somebody else was quicker (404, 409). A conflict contains the current state itself.
 */
function mayHaveChanged(failure: unknown): boolean {
  if (!(failure instanceof CallError)) return true;
  if (failure instanceof NotConfirmed || failure.conflict !== null) return false;
  return failure.status === 0 || failure.status === 404 || failure.status === 409 || failure.status >= 500;
}

onOutcome((name, failure) => {
  const changed = changesOf[name];
  if (changed !== undefined && changed.length > 0 && mayHaveChanged(failure)) makeStale(...changed);
});
