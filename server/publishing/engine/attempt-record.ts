/** Records attempts in the journal, outside the database, before their requests. */

import type { AttemptEntry } from '../../base/journal/index.ts';
import { postless, type AttemptJournal } from '../recovery/compare.ts';
import type { Passed } from './fence.ts';
import type { Finish } from './finish-record.ts';
import type { Log } from './log.ts';

/** The record of a worker's attempts. */
export type AttemptRecord = {
  /**
   * Resolves once the attempt is on record outside the database. `waiting`: it is not, and its post must wait.
   * `elsewhere`: another attempt is on record of which this database does not know, so its post may be out.
   */
  begin(passed: Passed): Promise<'recorded' | 'waiting' | 'elsewhere'>;
  /** Records the outcome, if the attempt began here. */
  end(finish: Finish, now: Date): void;
};

/** The attempt is not on record outside the database, so nothing was sent. Adapters let this error pass through. */
export class AttemptUnrecorded extends Error {
  readonly attemptId: string;

  constructor(attemptId: string) {
    super('the journal could not be written, so nothing was sent');
    this.attemptId = attemptId;
  }
}

const sayAgainMs = 60_000;

/**
 * While the journal cannot be written, posts wait. After `graceSeconds` they go out without a record, and the operator
 * is notified each minute: late posts of every agency are the larger harm, since a record is needed only if the
 * database loses commits in the same time. What is missing is noted once the journal can be written again.
 */
export function createAttemptRecord({
  journal,
  log,
  graceSeconds = 300,
  elapsedMs = () => performance.now(),
}: {
  journal: AttemptJournal;
  log: Log;
  graceSeconds?: number;
  elapsedMs?: () => number;
}): AttemptRecord {
  const begun = new Map<string, { delivery: string; fencedAt: Date }>();
  let failingSince: number | null = null;
  let saidAt = -Infinity;
  let missing: string | null = null;

  const failed = (error: unknown): boolean => {
    const now = elapsedMs();
    failingSince ??= now;
    const isGoingOn = now - failingSince >= graceSeconds * 1000;
    if (now - saidAt >= sayAgainMs) log('journal-unwritten', { error, posts: isGoingOn ? 'unrecorded' : 'waiting' });
    if (now - saidAt >= sayAgainMs) saidAt = now;
    return isGoingOn;
  };

  return {
    begin: async ({ id, deliveryId, agencyId, accountId, marker, fencedAt, known }) => {
      const gap: AttemptEntry[] = missing === null ? [] : [{ kind: 'gap', at: fencedAt, attempt: missing }];
      const names = { agency: agencyId, account: accountId, delivery: deliveryId, marker, attempt: id };
      let entries: AttemptEntry[];
      try {
        await journal.write(...gap, { kind: 'attempt', at: fencedAt, ...names });
        // Only after the write: of two workers that write and then read, at least one sees the other's line.
        entries = await journal.attemptsAt(deliveryId, fencedAt);
      } catch (error) {
        if (!failed(error)) return 'waiting';
        missing = id;
        return 'recorded';
      }
      if (failingSince !== null) log('journal-written-again', {});
      [failingSince, saidAt, missing] = [null, -Infinity, null];
      if (isTriedElsewhere(entries, { marker, known: [...known, fencedAt.getTime()] })) return 'elsewhere';
      begun.set(id, { delivery: deliveryId, fencedAt });
      return 'recorded';
    },
    end: ({ attemptId, conclusion, said }, now) => {
      const attempt = begun.get(attemptId ?? '');
      const outcome = said ?? (conclusion.kind === 'outcome' ? conclusion.outcome : null);
      if (attemptId === null || attempt === undefined || outcome === null) return;
      begun.delete(attemptId);
      const postId = outcome.kind === 'published' ? outcome.postId : null;
      journal.writeSoon({ kind: 'outcome', at: now, ...attempt, outcome: outcome.kind, postId });
    },
  };
}

/**
 * Whether the journal has an attempt at the delivery, possibly with a post, of which the database does not know.
 * `known`: when those that it knows passed the fence (ms). A database that has lost commits gives the ids of lost
 * deliveries to others, with other markers.
 */
function isTriedElsewhere(
  entries: readonly AttemptEntry[],
  { marker, known }: { marker: string; known: readonly number[] },
): boolean {
  const without = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'outcome' && postless.has(entry.outcome) ? [entry.fencedAt.getTime()] : [],
    ),
  );
  const attempts = entries.flatMap((entry) =>
    entry.kind === 'attempt' && entry.marker === marker ? [entry.at.getTime()] : [],
  );
  const isTwice = new Set(attempts).size < attempts.length; // two databases, in the same millisecond
  return isTwice || attempts.some((at) => !known.includes(at) && !without.has(at));
}
