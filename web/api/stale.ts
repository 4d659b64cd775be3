import { changesOf, showsOf } from '#contract/effects.ts';
import type { Noun } from '#contract/nouns.ts';
import { CallError, NotConfirmed, onOutcome } from './call.ts';
import { queryClient } from './query-client.ts';
import { refreshUser } from './session.ts';

/**
 * Has every kept answer that shows one of these nouns read again, at once where it is on the screen. Calls do it by
 * themselves, by what the contract says that they change; this is for what a page learns in another way.
 */
export function makeStale(...changed: readonly Noun[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      meta?.['still'] !== true && (showsOf[String(name)]?.some((noun) => changed.includes(noun)) ?? false),
  });
  if (changed.includes('person')) void refreshUser();
}

/**
 * Whether what a call changes may be otherwise than it was known: after a success, where nothing says how it ended (no
 * answer, an error of the server, an upload given up), and where somebody else was quicker (404, 409). A conflict
 * brings what stands now along.
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
