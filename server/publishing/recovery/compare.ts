/** Compares the database with the journal: an attempt that it does not know means that it has lost commits. */

import type { AttemptEntry, Journal } from '../../base/journal/index.ts';
import { statement } from '../statement.ts';
import { inTransaction, runOn, type Connections, type Run } from '../statements.ts';
import { loseReplacedTokens } from './tokens.ts';
import { askAboutUnseen, type UnknownAttempt } from './unseen.ts';

/** The part of the journal that the engine writes and compares. */
export type AttemptJournal = Omit<Journal, 'writeChanges' | 'thin' | 'close'>;

const standingStatement = statement({
  name: 'installation-standing',
  columns: {
    identity: 'text',
    isSame: 'bool',
    since: 'timestamptz',
    comparedUntil: 'timestamptz',
    notedUntil: 'timestamptz',
    lastAttempt: 'bigint',
  },
  text: `
  select database_identity() as identity, i.identity = database_identity() as "isSame", i.identity_since as since,
    i.compared_until as "comparedUntil", i.noted_until as "notedUntil",
    greatest((select max(id) from attempts), (select max(id) from attempts_archive), 0) as "lastAttempt"
  from installation i`,
});

/**
 * Which database this is, whether it is the one that was last compared, until when it was, and the id of its latest
 * attempt.
 */
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
  columns: { identity: 'text' },
  text: `
  update installation
  set identity_since = case when identity = database_identity() then identity_since else $1 end,
    identity = database_identity(), compared_until = $1
  returning identity`,
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
export const postless: ReadonlySet<string> = new Set(['rejected', 'unauthorized', 'rateLimited', 'unreachable']);
/** The journal is read from a little earlier than it was compared until: writes and commits take time. */
const marginMs = 10 * 60_000;

/** What a comparison found: attempts that the database does not know, their accounts, and deliveries in question. */
export type Compared = { unknown: number; accounts: number; asked: number; settled: number };

/** Attempts that were compared before, although the database cannot record them: their deliveries are not there. */
export type Asked = Set<string>;
const keyOf = ({ delivery, at }: Pick<Attempt, 'delivery' | 'at'>): string => `${delivery} ${at.getTime()}`;

type Attempt = Extract<AttemptEntry, { kind: 'attempt' }>;

/**
 * Compares all entries since the last comparison. Any number of processes may do so at once. A renewal of tokens that
 * was noted after the last one that the database knows of is lost with it: the account must be reconnected, which has
 * its posts read back. Attempts in `asked` are left out, and further ones are added to it. Also gives the identity of
 * the database.
 */
export async function compareWithJournal(
  pool: Connections,
  {
    journal,
    now,
    asked = new Set(),
  }: { journal: Pick<AttemptJournal, 'attemptsSince' | 'changesSince'>; now: () => Date; asked?: Asked },
): Promise<{ compared: Compared; identity: string }> {
  const { comparedUntil, notedUntil } = await standingOf(runOn(pool));
  const entries = await journal.attemptsSince(new Date(Math.max(0, comparedUntil.getTime() - marginMs)));
  const replaced = notedUntil.getTime() < 0 ? [] : await tokensReplacedAfter(journal, notedUntil);
  return inTransaction(pool, async (run) => {
    await run(lockStatement, []);
    await loseReplacedTokens(run, replaced);
    const compared = await askAboutUnknown(run, { entries, now: now(), asked });
    const [{ identity } = { identity: '' }] = await run(comparedStatement, [now()]);
    return { compared, identity };
  });
}

async function tokensReplacedAfter(journal: Pick<AttemptJournal, 'changesSince'>, notedUntil: Date) {
  const changes = await journal.changesSince(notedUntil);
  return changes.flatMap((change) => (change.kind === 'tokens-replaced' && change.at > notedUntil ? [change] : []));
}

/** Asks about the deliveries of attempts that the database does not know, and about what their accounts have due. */
export async function askAboutUnknown(
  run: Run,
  { entries, now, asked = new Set() }: { entries: readonly AttemptEntry[]; now: Date; asked?: Asked },
): Promise<Compared> {
  const unknown = (await listUnknown(run, entries)).filter((attempt) => !asked.has(keyOf(attempt)));
  const { lastAttempt } = await standingOf(run);
  const isGap = entries.some((entry) => entry.kind === 'gap' && BigInt(entry.attempt) > BigInt(lastAttempt));
  const accountIds = [...new Set(unknown.map(({ account }) => account))];
  const earliest = Math.min(now.getTime(), ...unknown.map(({ at }) => at.getTime()));
  const found = { unknown: unknown.length, accounts: accountIds.length };
  if (unknown.length === 0 && !isGap) return { ...found, asked: 0, settled: 0 };
  const attempts = sentOf(unknown, entries);
  await recordOthers(run, { unknown, entries, attempts, now });
  const since = new Date(earliest - 60_000);
  const unseen = await askAboutUnseen(run, { attempts, accountIds: isGap ? null : accountIds, since, now });
  for (const attempt of unknown) asked.add(keyOf(attempt));
  return { ...found, ...unseen };
}

// The delivery's last attempt is the one that `mark-unseen` records afterwards, by which it is read back.
const recordStatement = statement({
  name: 'record-unknown-attempts',
  columns: {},
  text: `
  insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at, post_id, outcome, finished_at)
  select d.agency_id, d.id,
    coalesce((select max(t.number) from all_attempts t where t.delivery_id = d.id), 0) +
      row_number() over (partition by d.id order by j.fenced_at),
    'journal', '', j.fenced_at, j.post_id, j.outcome, $7
  from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::bool[]) as j (delivery_id,
    marker, fenced_at, post_id, outcome, is_marked)
  join deliveries d on d.id = j.delivery_id and d.marker = j.marker
  where not j.is_marked or d.state in ('published', 'cancelled')`,
});

/** Records the attempts that become no question, so that they are known from now on. */
async function recordOthers(
  run: Run,
  {
    unknown,
    entries,
    attempts,
    now,
  }: { unknown: readonly Attempt[]; entries: readonly AttemptEntry[]; attempts: readonly UnknownAttempt[]; now: Date },
): Promise<void> {
  const outcomes = outcomesIn(entries);
  const marked = new Set(attempts.map(({ deliveryId, fencedAt }) => keyOf({ delivery: deliveryId, at: fencedAt })));
  const ends = unknown.map((attempt) => outcomes.get(keyOf(attempt)));
  await run(recordStatement, [
    unknown.map(({ delivery }) => delivery),
    unknown.map(({ marker }) => marker),
    unknown.map(({ at }) => at),
    ends.map((end) => end?.postId ?? null),
    ends.map((end) => end?.outcome ?? null),
    unknown.map((attempt) => marked.has(keyOf(attempt))),
    now,
  ]);
}

async function listUnknown(run: Run, entries: readonly AttemptEntry[]): Promise<Attempt[]> {
  const attempts = entries.filter((entry) => entry.kind === 'attempt');
  if (attempts.length === 0) return [];
  const rows = await run(unknownStatement, [attempts.map(({ delivery }) => delivery), attempts.map(({ at }) => at)]);
  return rows.flatMap(({ position }) => attempts[position] ?? []);
}

/** The outcomes by delivery and time of their attempts. */
const outcomesIn = (entries: readonly AttemptEntry[]) =>
  new Map(
    entries.flatMap((entry) =>
      entry.kind === 'outcome' ? [[keyOf({ delivery: entry.delivery, at: entry.fencedAt }), entry] as const] : [],
    ),
  );

/** One attempt for each delivery: the one that posted, if its outcome is known, otherwise the last. */
function sentOf(unknown: readonly Attempt[], entries: readonly AttemptEntry[]) {
  const outcomes = outcomesIn(entries);
  const sent = new Map<string, UnknownAttempt>();
  for (const { delivery, marker, at } of unknown) {
    const ended = outcomes.get(keyOf({ delivery, at }));
    const postId = ended?.postId ?? sent.get(delivery)?.postId ?? null;
    const isPostless = ended !== undefined && postless.has(ended.outcome) && !sent.has(delivery);
    if (!isPostless) sent.set(delivery, { deliveryId: delivery, marker, fencedAt: at, postId });
  }
  return [...sent.values()];
}
