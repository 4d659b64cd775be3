/** Compares the database with the journal: an attempt that it does not know means that it has lost commits. */

import type { AttemptEntry, Journal } from '../../base/journal/index.ts';
import { statement } from '../statement.ts';
import { inTransaction, runOn, type Connections, type Run } from '../statements.ts';
import { loseReplacedTokens } from './tokens.ts';
import { askAboutUnseen } from './unseen.ts';

/** The part of the journal that the engine writes and compares. */
export type AttemptJournal = Pick<Journal, 'write' | 'writeSoon' | 'attemptsSince' | 'changesSince'>;

const standingStatement = statement({
  name: 'installation-standing',
  columns: {
    isSame: 'bool',
    since: 'timestamptz',
    comparedUntil: 'timestamptz',
    notedUntil: 'timestamptz',
    lastAttempt: 'bigint',
  },
  text: `
  select i.identity = database_identity() as "isSame", i.identity_since as since, i.compared_until as "comparedUntil",
    i.noted_until as "notedUntil",
    greatest((select max(id) from attempts), (select max(id) from attempts_archive), 0) as "lastAttempt"
  from installation i`,
});

/** Whether the database is the one that was last compared, until when it was, and the id of its latest attempt. */
export async function standingOf(run: Run) {
  const [row] = await run(standingStatement, []);
  if (row === undefined) throw new Error('the table installation has no row');
  return row;
}

const lockStatement = statement({
  name: 'lock-installation',
  columns: { isLocked: 'bool' },
  text: `select true as "isLocked" from installation for update`,
});

const comparedStatement = statement({
  name: 'note-compared',
  columns: {},
  text: `
  update installation
  set identity_since = case when identity = database_identity() then identity_since else $1 end,
    identity = database_identity(), compared_until = $1`,
});

const unknownStatement = statement({
  name: 'list-unknown-attempts',
  columns: { position: 'int' },
  text: `
  select (j.position - 1)::int as position
  from unnest($1::bigint[], $2::timestamptz[]) with ordinality as j (delivery_id, fenced_at, position)
  where not exists (
    select from all_attempts t where t.delivery_id = j.delivery_id and t.fenced_at = j.fenced_at)`,
});

/** Outcomes after which nothing was posted. */
const postless = new Set(['rejected', 'unauthorized', 'rateLimited', 'unreachable']);
/** The journal is read from a little earlier than it was compared until: writes and commits take time. */
const marginMs = 10 * 60_000;

/** What a comparison found: attempts that the database does not know, their accounts, and deliveries in question. */
export type Compared = { unknown: number; accounts: number; asked: number; settled: number };

type Attempt = Extract<AttemptEntry, { kind: 'attempt' }>;

/**
 * Compares all entries since the last comparison. Any number of processes may do so at once. A renewal of tokens that
 * was noted after the last one that the database knows of is lost with it: the account must be reconnected, which has
 * its posts read back.
 */
export async function compareWithJournal(
  pool: Connections,
  { journal, now }: { journal: Pick<AttemptJournal, 'attemptsSince' | 'changesSince'>; now: () => Date },
): Promise<Compared> {
  const { comparedUntil, notedUntil } = await standingOf(runOn(pool));
  const entries = await journal.attemptsSince(new Date(Math.max(0, comparedUntil.getTime() - marginMs)));
  const replaced = notedUntil.getTime() < 0 ? [] : await tokensReplacedAfter(journal, notedUntil);
  return inTransaction(pool, async (run) => {
    await run(lockStatement, []);
    await loseReplacedTokens(run, replaced);
    const compared = await askAboutUnknown(run, { entries, now: now() });
    await run(comparedStatement, [now()]);
    return compared;
  });
}

async function tokensReplacedAfter(journal: Pick<AttemptJournal, 'changesSince'>, notedUntil: Date) {
  const changes = await journal.changesSince(notedUntil);
  return changes.flatMap((change) => (change.kind === 'tokens-replaced' && change.at > notedUntil ? [change] : []));
}

/** Asks about the deliveries of attempts that the database does not know, and about what their accounts have due. */
export async function askAboutUnknown(
  run: Run,
  { entries, now }: { entries: readonly AttemptEntry[]; now: Date },
): Promise<Compared> {
  const unknown = await listUnknown(run, entries);
  const { lastAttempt } = await standingOf(run);
  const isGap = entries.some((entry) => entry.kind === 'gap' && BigInt(entry.attempt) > BigInt(lastAttempt));
  const accountIds = [...new Set(unknown.map(({ account }) => account))];
  const earliest = Math.min(now.getTime(), ...unknown.map(({ at }) => at.getTime()));
  const asked =
    unknown.length === 0 && !isGap
      ? { asked: 0, settled: 0 }
      : await askAboutUnseen(run, {
          attempts: sentOf(unknown, entries),
          accountIds: isGap ? null : accountIds,
          since: new Date(earliest - 60_000),
          now,
        });
  return { unknown: unknown.length, accounts: accountIds.length, ...asked };
}

async function listUnknown(run: Run, entries: readonly AttemptEntry[]): Promise<Attempt[]> {
  const attempts = entries.filter((entry) => entry.kind === 'attempt');
  if (attempts.length === 0) return [];
  const rows = await run(unknownStatement, [attempts.map(({ delivery }) => delivery), attempts.map(({ at }) => at)]);
  return rows.flatMap(({ position }) => attempts[position] ?? []);
}

/** One attempt for each delivery: the one that posted, if its outcome is known, otherwise the last. */
function sentOf(unknown: readonly Attempt[], entries: readonly AttemptEntry[]) {
  const outcomes = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'outcome' ? [[`${entry.delivery} ${entry.fencedAt.getTime()}`, entry] as const] : [],
    ),
  );
  const sent = new Map<string, { deliveryId: string; marker: string; fencedAt: Date; postId: string | null }>();
  for (const { delivery, marker, at } of unknown) {
    const ended = outcomes.get(`${delivery} ${at.getTime()}`);
    const postId = ended?.postId ?? sent.get(delivery)?.postId ?? null;
    const isPostless = ended !== undefined && postless.has(ended.outcome) && !sent.has(delivery);
    if (!isPostless) sent.set(delivery, { deliveryId: delivery, marker, fencedAt: at, postId });
  }
  return [...sent.values()];
}
