/** Copies to the journal what a restore repeats, lists or takes into account: deletions, schedules, renewed tokens. */

import type { Tx } from '#db/database.ts';
import type { ChangeEntry } from '../../base/journal/index.ts';
import { statement } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

const columns = { at: 'timestamptz', agency: 'bigint', id: 'bigint' } as const;
const deletionsStatement = statement({
  name: 'list-deletions-since',
  columns,
  text: `
  select asked_at as at, former_agency_id as agency, former_agency_id as id
  from agency_deletions where asked_at > $1`,
});
const accountsStatement = statement({
  name: 'list-deleted-accounts-since',
  columns,
  text: `
  select coalesce(deleted_at, '-infinity') as at, agency_id as agency, id from social_accounts where deleted_at > $1`,
});
const schedulesStatement = statement({
  name: 'list-schedules-since',
  columns,
  text: `select created_at as at, agency_id as agency, id from schedules where created_at > $1`,
});
const renewedStatement = statement({
  name: 'list-renewed-since',
  columns,
  text: `
  select coalesce(refreshed_at, '-infinity') as at, agency_id as agency, id
  from social_accounts where refreshed_at > $1`,
});

async function changesSince(run: Run, since: Date): Promise<ChangeEntry[]> {
  return [
    ...(await run(deletionsStatement, [since])).map(({ at, agency }) => ({
      kind: 'agency-deleted' as const,
      at,
      agency,
    })),
    ...(await run(accountsStatement, [since])).map(({ at, agency, id: account }) => ({
      kind: 'account-deleted' as const,
      at,
      agency,
      account,
    })),
    ...(await run(schedulesStatement, [since])).map(({ at, agency, id: schedule }) => ({
      kind: 'schedule-made' as const,
      at,
      agency,
      schedule,
    })),
    ...(await run(renewedStatement, [since])).map(({ at, agency, id: account }) => ({
      kind: 'tokens-replaced' as const,
      at,
      agency,
      account,
    })),
  ];
}

const notedUntilStatement = statement({
  name: 'find-noted-until',
  columns: { notedUntil: 'timestamptz', isOther: 'bool' },
  text: `
  select noted_until as "notedUntil", identity not in ('', database_identity()) as "isOther"
  from installation for update`,
});

const notedStatement = statement({
  name: 'set-noted-until',
  columns: {},
  text: `update installation set noted_until = $1`,
});

/** Rows become visible a little after the time in them. */
const marginMs = 120_000;

/**
 * Passes the changes since the last call to `write`, some of them again; the first call passes those of two minutes. A
 * database that was restored, or failed over, is compared with the journal first: until then it says until when the
 * changes in it are known.
 */
export async function noteChanges(
  run: Run,
  { write, now }: { write: (entries: readonly ChangeEntry[]) => Promise<void>; now: Date },
): Promise<void> {
  const [row] = await run(notedUntilStatement, []);
  if (row === undefined) throw new Error('the table installation has no row');
  if (row.isOther) return;
  const isFirst = row.notedUntil.getTime() < 0;
  const since = new Date((isFirst ? now.getTime() : Math.min(row.notedUntil.getTime(), now.getTime())) - marginMs);
  await write(await changesSince(run, since));
  await run(notedStatement, [now]);
}

const missingStatement = statement({
  name: 'list-missing-schedules',
  columns: { position: 'int' },
  text: `
  select (m.position - 1)::int as position
  from unnest($1::bigint[], $2::timestamptz[]) with ordinality as m (id, at, position)
  where not exists (
    select from schedules s where s.id = m.id and date_trunc('milliseconds', s.created_at) = m.at)`,
});

/** Those of the schedules in the journal that the database does not have; another one may have the id since. */
export async function listMissingSchedules<Made extends { schedule: string; at: Date }>(
  tx: Tx,
  made: readonly Made[],
): Promise<Made[]> {
  const each = new Map(made.map((one) => [`${one.schedule} ${one.at.getTime()}`, one]));
  const all = [...each.values()];
  const rows = await runIn(tx)(missingStatement, [all.map(({ schedule }) => schedule), all.map(({ at }) => at)]);
  return rows.flatMap(({ position }) => all[position] ?? []);
}
