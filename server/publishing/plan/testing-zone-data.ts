/** Compares the time-zone data in Intl, which plans, with PostgreSQL's own: two copies of the IANA data. */
import assert from 'node:assert/strict';
import type { Database } from '#db/database.ts';
import { listClockChanges, testedYears, type ClockChange } from '#rules/testing-zones.ts';
import { formatLocal, instantToLocal, localToInstant } from '#rules/zones.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';

const minute = 60_000;
/** Days between two looks at PostgreSQL's offsets; no zone moves its clocks there and back within so few. */
const stride = 4;

/**
 * The permitted differences: zones whose rules only the newer data has, since when, and the version that added them.
 * PostgreSQL 18.4 (and any older server) has data from before it. Remove an entry once all servers have its version.
 */
const recentLaws: Readonly<Record<string, { version: string; from: string }>> = {
  'Africa/Casablanca': { version: '2026c', from: '2026-09-20' },
  'Africa/El_Aaiun': { version: '2026c', from: '2026-09-20' },
  'America/Edmonton': { version: '2026c', from: '2026-11-01' },
};

/** Until when our own clock changes are tested in a zone on which the data may disagree. */
const isAgreed = (zone: string, at: Date): boolean => {
  const law = recentLaws[zone];
  return law === undefined || zoneDataVersion < law.version || at.toISOString() < law.from;
};

/** Checks that both move the clocks of these zones within the same days, by as much. Returns the number of changes. */
export async function checkChanges(db: Database, zones: readonly string[]): Promise<number> {
  const clockChanges = zones.flatMap((zone) => listClockChanges(zone));
  const { rows } = await db.pool.query<{ zone: string; day: Date; was: number; ahead: number }>(
    `with days as (
       select zone, day, extract(epoch from (day at time zone zone) - (day at time zone 'UTC'))::int / 60 as ahead
       from unnest($1::text[]) as zone, generate_series($2::timestamptz, $3, make_interval(hours => 24 * $4)) as day
     )
     select zone, day, was, ahead
     from (select *, lag(ahead) over (partition by zone order by day) as was from days) as days
     where was <> ahead`,
    [zones, testedYears.from, testedYears.to, stride],
  );
  const key = (zone: string, day: string, was: number, ahead: number) => `${zone} by ${day}: ${was} -> ${ahead}`;
  const theirs = new Set(
    rows
      .filter(({ zone, day }) => isAgreed(zone, new Date(day.getTime() - stride * 86_400_000)))
      .map(({ zone, day, was, ahead }) => key(zone, day.toISOString(), was, ahead)),
  );
  const ours = new Set(
    clockChanges
      .filter(({ zone, changesAt }) => isAgreed(zone, changesAt))
      .map((change) => {
        const since = change.changesAt.getTime() - testedYears.from.getTime();
        const seenOn = testedYears.from.getTime() + Math.ceil(since / (stride * 86_400_000)) * stride * 86_400_000;
        return key(change.zone, new Date(seenOn).toISOString(), change.before, change.after);
      }),
  );
  assert.deepEqual(
    [...ours].filter((change) => !theirs.has(change)),
    [],
    'only here',
  );
  assert.deepEqual(
    [...theirs].filter((change) => !ours.has(change)),
    [],
    'only in PostgreSQL',
  );
  return ours.size;
}

/** An instant near a change, or a time of day near it, and the results of the two copies. */
type Asked = { change: ClockChange; at: Date; local: string };

/** Checks that both agree at every clock change of these zones; PostgreSQL takes the second of a doubled time. */
export async function checkTimes(db: Database, zones: readonly string[]): Promise<void> {
  const clockChanges = zones.flatMap((zone) => listClockChanges(zone));
  const asked = clockChanges.filter(({ zone, changesAt }) => isAgreed(zone, changesAt)).flatMap(around);
  const { rows } = await db.pool.query<{ shown: string; instant: Date }>(
    `select to_char(asked.at at time zone asked.zone, 'YYYY-MM-DD HH24:MI') as shown,
      asked.local::timestamp at time zone asked.zone as instant
     from unnest($1::text[], $2::timestamptz[], $3::text[]) with ordinality as asked (zone, at, local, place)
     order by asked.place`,
    [asked.map(({ change }) => change.zone), asked.map(({ at }) => at), asked.map(({ local }) => local)],
  );
  assert.equal(rows.length, asked.length);
  rows.forEach(({ shown, instant }, index) => {
    const { change, at, local } = asked[index] ?? assert.fail('a row an asked one');
    const { zone, before, after } = change;
    assert.equal(instantToLocal(at, zone), shown, `${zone} at ${at.toISOString()}`);
    const second = localToInstant(local, zone).getTime() + (isTwice(local, change) ? (before - after) * minute : 0);
    assert.equal(new Date(second).toISOString(), instant.toISOString(), `${zone} ${local}`);
  });
}

/** Minutes around a change: the last and first ones, the skipped or doubled ones, and those beyond. */
function around(change: ClockChange): Asked[] {
  const { changesAt, before, after } = change;
  const size = Math.abs(after - before);
  return [-size - 1, -size, -1, 0, 1, size - 1, size, size + 1].map((minutes) => {
    const at = new Date(changesAt.getTime() + minutes * minute);
    return { change, at, local: formatLocal(at.getTime() + before * minute) };
  });
}

/** Whether the clocks show a time both before and after a change. */
function isTwice(local: string, { changesAt, before, after }: ClockChange): boolean {
  const [first, end] = [after, before].map((offset) => formatLocal(changesAt.getTime() + offset * minute));
  return first !== undefined && end !== undefined && first <= local && local < end;
}
