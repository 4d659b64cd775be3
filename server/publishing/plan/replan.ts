/**
 * Governments change their clocks at short notice. Future times are recomputed once this process has newer data than
 * the one that planned them: the requested wall-clock time stays, the instant changes.
 */

import type { Database, Tx } from '#db/database.ts';
import {
  frequencies,
  instantOfStep,
  instantToLocal,
  localToInstant,
  type LocalTime,
  type Rhythm,
} from '#rules/planning.ts';
import { auditWorker } from '../../base/audit/index.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';
import { repaceAccounts } from '../repace.ts';
import { oneOf, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

/** Time-zone data as a value: its version ('2026c'; later ones sort after earlier ones) and its conversions. */
export type ZoneData = {
  version: string;
  instantOfStep: (rhythm: Rhythm, step: number) => Date;
  instantToLocal: (instant: Date, zone: string) => LocalTime;
  localToInstant: (local: LocalTime, zone: string) => Date;
};

/** The data that this process plans with. */
export const ownZoneData: ZoneData = { version: zoneDataVersion, instantOfStep, instantToLocal, localToInstant };

/** The result: the number of checked schedules, and of items whose instant changed. */
export type Replanned = { schedules: number; items: number };

/** The number of schedules per transaction; their locks delay people's changes for a moment. */
const atOnce = 200;

const outdatedStatement = statement({
  name: 'list-outdated',
  columns: { id: 'bigint' },
  text: `
  select id from schedules
  where id > $1 and tzdata_version <> '' and tzdata_version collate "C" < $2 and deleted_at is null
  order by id
  limit $3`,
});

/**
 * Recomputes every schedule planned with older data, batch by batch, each in its own transaction (100,000 schedules of
 * ten items took 19 s on two busy cores); safe on many workers at once. A process with the older data leaves the
 * others' plans alone. `signal` ends it early, between two batches.
 */
export async function replanOutdated(
  db: Pick<Database, 'asSystem'>,
  { data = ownZoneData, now, signal }: { data?: ZoneData; now: () => Date; signal?: AbortSignal },
): Promise<Replanned> {
  const all: Replanned = { schedules: 0, items: 0 };
  for (let after = '0'; signal?.aborted !== true;) {
    const batch = await db.asSystem(async (tx) => {
      const run = runIn(tx);
      const ids = (await run(outdatedStatement, [after, data.version, atOnce])).map(({ id }) => id);
      return {
        ids,
        ...(ids.length > 0 ? await replanBatch(tx, { ids, data, now: now() }) : { schedules: 0, items: 0 }),
      };
    });
    const last = batch.ids.at(-1);
    if (last === undefined) break;
    after = last;
    all.schedules += batch.schedules;
    all.items += batch.items;
  }
  return all;
}

// Another worker, or a person, may have changed them while we waited for the lock.
const lockStatement = statement({
  name: 'lock-outdated',
  columns: {
    id: 'bigint',
    agencyId: 'bigint',
    origin: 'text',
    zone: 'text',
    frequency: oneOf(frequencies),
    version: 'text',
  },
  text: `
  select id, agency_id as "agencyId", origin_local as origin, timezone as zone, frequency, tzdata_version as version
  from schedules
  where id = any($1::bigint[]) and tzdata_version collate "C" < $2 and deleted_at is null
  order by id
  for no key update`,
});

type Outdated = Row<typeof lockStatement>;

// Only items that follow their schedule's plan and are neither due nor tried: items that a person moved keep the time
// that the person saw.
const isToCome = `d.state = 'scheduled' and d.first_tried_at is null and d.due_at = o.due_at and d.due_at > $1`;

const toComeStatement = statement({
  name: 'list-to-come',
  columns: { id: 'bigint', scheduleId: 'bigint', step: 'int', dueAt: 'timestamptz', localAt: 'text', moved: 'bool' },
  text: `
  select o.id, o.schedule_id as "scheduleId", o.step, o.due_at as "dueAt", o.local_at as "localAt", o.moved
  from occurrences o
  where o.schedule_id = any($2::bigint[]) and o.state = 'scheduled' and o.due_at > $1
    and exists (select from deliveries d where d.occurrence_id = o.id and ${isToCome})`,
});

// A delivery whose instant has already passed is due at once, or missed if it is too late by the rule of lateness. Held
// posts stay held.
const replanStatement = statement({
  name: 'replan',
  columns: { id: 'bigint', scheduleId: 'bigint', accountId: 'bigint' },
  text: `
  with given as (
    select * from unnest($2::bigint[], $3::text[], $4::timestamptz[]) as given (id, local_at, due_at)
  ), chosen as (
    select d.id, given.due_at
    from given
    join occurrences o on o.id = given.id
    join deliveries d on d.occurrence_id = o.id
    where ${isToCome}
    order by d.id
    for update of d
  ), moved as (
    update deliveries d
    set due_at = chosen.due_at, next_at = case when d.next_at = 'infinity' then d.next_at else chosen.due_at end
    from chosen
    where d.id = chosen.id
    returning d.occurrence_id, d.schedule_id, d.account_id
  ), replanned as (
    update occurrences o set local_at = given.local_at, due_at = given.due_at
    from given
    where o.id = given.id and o.id in (select occurrence_id from moved)
  ), told as (
    select pg_notify('due', '')
  )
  select moved.occurrence_id as id, moved.schedule_id as "scheduleId", moved.account_id as "accountId" from moved,
    told`,
});

const setVersionStatement = statement({
  name: 'set-zone-data-version',
  columns: {},
  text: `update schedules set tzdata_version = $2 where id = any($1::bigint[])`,
});

async function replanBatch(
  tx: Tx,
  { ids, data, now }: { ids: readonly string[]; data: ZoneData; now: Date },
): Promise<Replanned> {
  const run = runIn(tx);
  const schedules = await run(lockStatement, [ids, data.version]);
  if (schedules.length === 0) return { schedules: 0, items: 0 };
  const moved = await moveWhatChanged(run, {
    schedules: new Map(schedules.map((schedule) => [schedule.id, schedule])),
    data,
    now,
  });
  await run(setVersionStatement, [schedules.map(({ id }) => id), data.version]);
  const itemsOf = new Map(
    [...Map.groupBy(moved, ({ scheduleId }) => scheduleId)].map(([id, rows]) => [
      id,
      new Set(rows.map((row) => row.id)).size,
    ]),
  );
  await auditWorker(
    tx,
    schedules
      .filter(({ id }) => itemsOf.has(id))
      .map(({ id, agencyId, version }) => ({
        agencyId,
        action: 'plan-timed-anew',
        subjectKind: 'schedule',
        subjectId: id,
        details: { items: itemsOf.get(id) ?? 0, from: version, to: data.version },
      })),
  );
  return { schedules: schedules.length, items: [...itemsOf.values()].reduce((sum, items) => sum + items, 0) };
}

type ToCome = Row<typeof toComeStatement>;

/**
 * When an occurrence goes out by this data. One with a time of its own keeps the local time that its person chose: an
 * instant at which the clock still shows that time is unchanged, so that the second of a doubled hour does not become
 * the first.
 */
function instantBy(data: ZoneData, rhythm: Rhythm, { step, dueAt, localAt, moved }: ToCome): Date {
  if (!moved) return data.instantOfStep(rhythm, step);
  return data.instantToLocal(dueAt, rhythm.zone) === localAt ? dueAt : data.localToInstant(localAt, rhythm.zone);
}

async function moveWhatChanged(
  run: Run,
  { schedules, data, now }: { schedules: ReadonlyMap<string, Outdated>; data: ZoneData; now: Date },
): Promise<Row<typeof replanStatement>[]> {
  const toCome = await run(toComeStatement, [now, [...schedules.keys()]]);
  const changed = toCome.flatMap((occurrence) => {
    const rhythm = schedules.get(occurrence.scheduleId);
    if (rhythm === undefined) return [];
    const dueAt = instantBy(data, rhythm, occurrence);
    return dueAt.getTime() === occurrence.dueAt.getTime()
      ? []
      : [{ id: occurrence.id, dueAt, localAt: data.instantToLocal(dueAt, rhythm.zone) }];
  });
  if (changed.length === 0) return [];
  const moved = await run(replanStatement, [
    now,
    changed.map(({ id }) => id),
    changed.map(({ localAt }) => localAt),
    changed.map(({ dueAt }) => dueAt),
  ]);
  await repaceAccounts(run, { accountIds: moved.map(({ accountId }) => accountId), now });
  return moved;
}
