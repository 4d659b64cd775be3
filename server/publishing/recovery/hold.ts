/** The hold after a restore: nothing is sent before what the backup did not see is settled, or asked about. */

import type { Tx } from '#db/database.ts';
import type { AttemptEntry } from '../../base/journal/index.ts';
import { isSent } from '../fragments.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';
import { askAboutUnknown } from './compare.ts';
import { askAboutUnseen } from './unseen.ts';

const holdStatement = statement({
  name: 'hold-installation',
  columns: {},
  text: `
  insert into installation (identity, held_at, backup_at, compared_until) values ('', $1, $2, $2)
  on conflict (only_row) do update
  set identity = '', held_at = excluded.held_at, backup_at = excluded.backup_at,
    compared_until = excluded.compared_until, noted_until = '-infinity'`,
});

// The backup was taken during their requests, or while they were read back: what came of that is not known, so they are
// never sent again by themselves.
const underWayStatement = statement({
  name: 'mark-under-way-at-backup',
  columns: {},
  text: `
  with under_way as (
    update deliveries d set resent = true where ${isSent} or d.state = 'uncertain'
    returning d.id, d.agency_id, d.account_id
  )
  insert into unseen_deliveries (delivery_id, agency_id, account_id, noticed_at)
  select id, agency_id, account_id, $1 from under_way
  on conflict (delivery_id) do update set noticed_at = excluded.noticed_at`,
});

/** What became of the deliveries that the backup did not see: `asked` are read back, or questions at once. */
export type Held = { asked: number; settled: number };

/**
 * Holds posting in a database just restored from a backup of `takenAt`, in the transaction that loads it: every
 * delivery that was due since then, or that the journal knows to have been sent (`attempts`: its entries since
 * `takenAt`), is settled, or becomes uncertain. It is then read back at its network, and what cannot be read becomes a
 * question to a person. `releaseHold` ends the hold.
 */
export async function holdAfterRestore(
  tx: Tx,
  { takenAt, attempts = [], now = new Date() }: { takenAt: Date; attempts?: readonly AttemptEntry[]; now?: Date },
): Promise<Held> {
  const run = runIn(tx);
  await run(holdStatement, [now, takenAt]);
  await run(underWayStatement, [now]);
  const known = await askAboutUnknown(run, { entries: attempts, now });
  const due = await askAboutUnseen(run, { attempts: [], accountIds: null, since: takenAt, now });
  return { asked: known.asked + due.asked, settled: known.settled };
}

const findStatement = statement({
  name: 'find-hold',
  columns: { heldAt: 'timestamptz', backupAt: 'timestamptz' },
  text: `
  select coalesce(held_at, '-infinity') as "heldAt", coalesce(backup_at, '-infinity') as "backupAt"
  from installation where held_at is not null`,
});

/** Since when posting is held, and when the backup was taken; undefined if it is not held. */
export const findHold = async (tx: Tx): Promise<{ heldAt: Date; backupAt: Date } | undefined> =>
  (await runIn(tx)(findStatement, []))[0];

const countStatement = statement({
  name: 'count-unseen',
  columns: { all: 'int', checking: 'int', asked: 'int', agencies: 'int' },
  text: `
  select count(*)::int as "all",
    count(*) filter (where ${isSent} and d.next_at < 'infinity')::int as checking,
    count(*) filter (where d.state = 'uncertain' and d.next_at = 'infinity')::int as asked,
    (count(distinct d.agency_id) filter (where d.state = 'uncertain' and d.next_at = 'infinity'))::int as agencies
  from unseen_deliveries u join deliveries d on d.id = u.delivery_id`,
});

/**
 * How many deliveries the backup did not see, in the whole installation: all, those being read back, and those that
 * wait for a person, of how many agencies.
 */
export async function countUnseen(tx: Tx) {
  const [counted] = await runIn(tx)(countStatement, []);
  return counted ?? { all: 0, checking: 0, asked: 0, agencies: 0 };
}

const listOfStatement = statement({
  name: 'list-unseen-of-client',
  columns: { id: 'bigint' },
  text: `
  select d.id
  from unseen_deliveries u
  join deliveries d on d.id = u.delivery_id
  join schedules s on s.id = d.schedule_id
  where u.agency_id = $1 and s.agency_id = $1 and s.user_client_id = $2 and s.deleted_at is null
    and d.state = 'uncertain' and d.next_at = 'infinity'
  order by d.due_at, d.id
  limit $3`,
});

/** The deliveries of a client that a backup did not see and that wait for a person. */
export const listUnseenOf = async (
  tx: Tx,
  { agencyId, clientId, limit }: { agencyId: string; clientId: string; limit: number },
): Promise<string[]> => (await runIn(tx)(listOfStatement, [agencyId, clientId, limit])).map(({ id }) => id);

const releaseStatement = statement({
  name: 'release-hold',
  columns: { done: 'bool', told: 'void' },
  text: `
  with released as (
    update installation set held_at = null, backup_at = null where held_at is not null returning true as done
  )
  select released.done, pg_notify('due', '') as told from released`,
});

/** Ends the hold; false if posting was not held. What is uncertain stays so: a person or a read-back decides. */
export const releaseHold = async (tx: Tx): Promise<boolean> => (await runIn(tx)(releaseStatement, [])).length > 0;
