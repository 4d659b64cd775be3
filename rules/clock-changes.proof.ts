/** Wall-clock planning at every move of every zone's clocks from 2020 to 2037. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { frequencies, instantToLocal, localToInstant, planRound, type Frequency } from './planning.ts';
import { listClockChanges, testedYears, type ClockChange } from './testing-zones.ts';
import { formatLocal, isZone, listZones, offsetAt } from './zones.ts';

const minute = 60_000;
const day = 86_400_000;
const changes = listZones().flatMap((zone) => listClockChanges(zone));
const changesOf = (zone: string): ClockChange[] => changes.filter((change) => change.zone === zone);
const lastOf = (zone: string): string | undefined => changesOf(zone).at(-1)?.changesAt.toISOString();
const name = ({ zone, changesAt }: ClockChange): string => `${zone} at ${changesAt.toISOString()}`;

/** The wall-clock time of an instant under an offset, in minutes, even if the offset is not in force then. */
const shownUnder = (instant: number, offset: number): string => formatLocal(instant + offset * minute);

/**
 * The instants at which a zone's clocks show a time, found by trying both offsets around a change: none, one or two.
 */
const instantsShowing = (local: string, { zone, before, after }: ClockChange): number[] =>
  [before, after]
    .map((offset) => Date.parse(`${local.replace(' ', 'T')}Z`) - offset * minute)
    .filter((at) => instantToLocal(new Date(at), zone) === local)
    .toSorted((a, b) => a - b);

test('the tested years have thousands of changes, forward and back, by half hours, hours and more', () => {
  assert.ok(changes.length > 4000, `${changes.length} changes`);
  const sizes = new Set(changes.map(({ before, after }) => after - before));
  for (const size of [60, -60, 30, -30, 120, -120, 180, -180])
    assert.ok(sizes.has(size), `no change by ${size} minutes`);
  assert.ok(changes.every(({ changesAt }) => changesAt >= testedYears.from && changesAt < testedYears.to));
});

test('around every change each minute that a clock shows maps to the first instant that shows it', () => {
  for (const change of changes) {
    const { zone, changesAt, before, after } = change;
    const reach = Math.abs(after - before) + 30;
    for (let minutes = -reach; minutes <= reach; minutes += 15) {
      const local = instantToLocal(new Date(changesAt.getTime() + minutes * minute), zone);
      assert.equal(
        localToInstant(local, zone).getTime(),
        instantsShowing(local, change)[0],
        `${name(change)}: ${local}`,
      );
    }
  }
});

test('at every change forward a skipped time moves forward by as much as is skipped', () => {
  for (const change of changes.filter(({ before, after }) => after > before)) {
    const { zone, changesAt, before, after } = change;
    for (const into of [0, 1, Math.floor((after - before) / 2), after - before - 1]) {
      const skipped = shownUnder(changesAt.getTime() + into * minute, before);
      assert.deepEqual(instantsShowing(skipped, change), [], `${name(change)}: ${skipped} is shown`);
      const moved = localToInstant(skipped, zone);
      assert.equal(moved.getTime(), changesAt.getTime() + into * minute, `${name(change)}: ${skipped}`);
      assert.equal(instantToLocal(moved, zone), shownUnder(changesAt.getTime() + into * minute, after));
    }
    const firstAfter = shownUnder(changesAt.getTime(), after);
    assert.equal(
      localToInstant(firstAfter, zone).getTime(),
      changesAt.getTime(),
      `${name(change)}: ${firstAfter} exists`,
    );
  }
});

test('at every change back a time that is shown twice maps to the first of the two', () => {
  for (const change of changes.filter(({ before, after }) => after < before)) {
    const { zone, changesAt, before, after } = change;
    for (const into of [0, 1, before - after - 1]) {
      const twice = shownUnder(changesAt.getTime() + into * minute, after);
      const instants = instantsShowing(twice, change);
      assert.equal(instants.length, 2, `${name(change)}: ${twice}`);
      assert.equal(localToInstant(twice, zone).getTime(), instants[0]);
    }
    const afterBoth = shownUnder(changesAt.getTime(), before);
    assert.equal(
      localToInstant(afterBoth, zone).getTime(),
      changesAt.getTime() + (before - after) * minute,
      `${name(change)}: ${afterBoth}`,
    );
  }
});

for (const frequency of frequencies) {
  test(`a ${frequency} plan keeps ${frequency === 'hourly' ? 'real hours' : 'its time of day'} over changes`, () => {
    for (const change of changes) for (const into of [-7, 0, 20]) checkPlan(change, frequency, into);
  });
}

/**
 * A plan that begins a step before the change (a month of 31 days; for weekdays, the day before), `into` minutes after
 * its time of day.
 */
function checkPlan(change: ClockChange, frequency: Frequency, into: number): void {
  const { zone, changesAt, before, after } = change;
  const onChange = changesAt.getTime() + into * minute + before * minute;
  const origin = formatLocal(originBefore(onChange, frequency));
  const plan = planRound({ origin, zone, frequency, firstStep: 0, count: 4 });
  plan.forEach(({ dueAt, localAt }, step) => {
    const earlier = plan[step - 1]?.dueAt ?? new Date(0);
    assert.ok(dueAt > earlier, `${name(change)}: step ${step} of ${origin} is no later than the one before`);
    assert.equal(localAt, instantToLocal(dueAt, zone));
    if (frequency === 'hourly') assert.equal(dueAt.getTime() - (plan[0]?.dueAt.getTime() ?? 0), step * 60 * minute);
    else if (localAt.slice(11) !== origin.slice(11)) assertSkipped(askedFor(localAt, origin), zone, name(change));
  });
  if (frequency !== 'hourly' || after <= before) return;
  assert.ok(
    plan.some(({ dueAt }) => dueAt >= changesAt),
    `${name(change)}: the plan does not reach the change`,
  );
}

/** The origin from which a plan of a frequency reaches a time, both read as UTC. */
function originBefore(time: number, frequency: Frequency): number {
  if (frequency === 'hourly') return time - 60 * minute;
  if (frequency === 'weekly') return time - 7 * day;
  if (frequency === 'biweekly') return time - 14 * day;
  if (frequency === 'monthly') return time - 31 * day;
  return time - day;
}

/**
 * The latest time with the origin's time of day that is not after the planned one: `'… 00:30', '… 23:30'` asks for the
 * evening before.
 */
function askedFor(localAt: string, origin: string): string {
  const sameDay = `${localAt.slice(0, 10)} ${origin.slice(11)}`;
  return sameDay <= localAt ? sameDay : formatLocal(Date.parse(`${sameDay.replace(' ', 'T')}Z`) - day);
}

/** A plan may leave the time of day only if the zone's clocks skip it on that day. */
function assertSkipped(local: string, zone: string, message: string): void {
  const read = Date.parse(`${local.replace(' ', 'T')}Z`);
  const shown = [-day, day].some(
    (aside) => instantToLocal(new Date(read - offsetAt(read + aside, zone)), zone) === local,
  );
  assert.ok(!shown, `${message}: ${local} is shown, and was left`);
}

test('a zone without daylight saving since some year keeps the old rule before it and one time after it', () => {
  for (const [zone, last, offset] of [
    ['Asia/Amman', '2022-02-24T22:00:00.000Z', 180],
    ['Asia/Damascus', '2022-03-24T22:00:00.000Z', 180],
    ['Asia/Tehran', '2022-09-21T19:30:00.000Z', 210],
    ['America/Mexico_City', '2022-10-30T07:00:00.000Z', -360],
    ['Europe/Volgograd', '2020-12-26T22:00:00.000Z', 180],
    ['Pacific/Fiji', '2021-01-16T14:00:00.000Z', 720],
    ['America/Sao_Paulo', undefined, -180],
  ] as const) {
    assert.equal(lastOf(zone), last, zone);
    assert.equal(offsetAt(testedYears.to.getTime(), zone), offset * minute, zone);
  }
  // Amman's summer time of 2022 was the last: it has not ended since.
  const plan = planRound({
    origin: '2022-02-24 09:00',
    zone: 'Asia/Amman',
    frequency: 'daily',
    firstStep: 0,
    count: 3,
  });
  assert.deepEqual(
    plan.map(({ dueAt }) => dueAt.toISOString().slice(11, 16)),
    ['07:00', '06:00', '06:00'],
  );
});

test('zones with offsets of parts of an hour plan on their own clocks', () => {
  for (const [zone, origin, instants] of [
    ['Asia/Kolkata', '2028-02-28 23:45', ['2028-02-28T18:15', '2028-02-29T18:15', '2028-03-01T18:15']],
    ['Asia/Kathmandu', '2026-12-31 00:05', ['2026-12-30T18:20', '2026-12-31T18:20', '2027-01-01T18:20']],
    ['Australia/Lord_Howe', '2026-10-03 02:15', ['2026-10-02T15:45', '2026-10-03T15:45', '2026-10-04T15:15']],
    ['Australia/Lord_Howe', '2026-04-04 01:45', ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15']],
    ['Pacific/Chatham', '2026-09-26 03:00', ['2026-09-25T14:15', '2026-09-26T14:15', '2026-09-27T13:15']],
    ['Asia/Pyongyang', '2026-06-30 08:30', ['2026-06-29T23:30', '2026-06-30T23:30', '2026-07-01T23:30']],
  ] as const) {
    const plan = planRound({ origin, zone, frequency: 'daily', firstStep: 0, count: 3 });
    assert.deepEqual(
      plan.map(({ dueAt }) => dueAt.toISOString().slice(0, 16)),
      instants,
      `${zone} ${origin}`,
    );
  }
});

test('a zone under an alias or a withdrawn name has exactly the clocks of its main name', () => {
  for (const [alias, main] of [
    ['US/Pacific-New', 'America/Los_Angeles'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Godthab', 'America/Nuuk'],
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['US/Eastern', 'America/New_York'],
    ['Australia/LHI', 'Australia/Lord_Howe'],
    ['europe/berlin', 'Europe/Berlin'],
  ] as const) {
    assert.ok(isZone(alias), alias);
    assert.deepEqual(
      listClockChanges(alias).map(({ changesAt }) => changesAt),
      listClockChanges(main).map(({ changesAt }) => changesAt),
      alias,
    );
    assert.equal(
      localToInstant('2026-07-01 12:00', alias).getTime(),
      localToInstant('2026-07-01 12:00', main).getTime(),
      alias,
    );
  }
});

test('months end on their last day, in every month of eighteen years and also on a clock change', () => {
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kathmandu',
  ]) {
    const plan = planRound({ origin: '2020-01-31 02:30', zone, frequency: 'monthly', firstStep: 0, count: 216 });
    plan.forEach(({ localAt }, step) => {
      const month = Math.floor(step % 12) + 1;
      const lastDay = new Date(Date.UTC(2020 + Math.floor(step / 12), month, 0)).toISOString().slice(0, 10);
      assert.equal(localAt.slice(0, 10), lastDay, `${zone} step ${step}`);
    });
  }
  const leapDays = planRound({
    origin: '2020-02-29 10:00',
    zone: 'Europe/Berlin',
    frequency: 'monthly',
    firstStep: 0,
    count: 97,
  }).filter(({ step }) => step % 12 === 0);
  assert.deepEqual(
    leapDays.map(({ localAt }) => localAt.slice(2, 10)),
    ['20-02-29', '21-02-28', '22-02-28', '23-02-28', '24-02-29', '25-02-28', '26-02-28', '27-02-28', '28-02-29'],
  );
});

test('half past two is at most two hours late in every zone and on every day (Troll skips two)', () => {
  for (const zone of listZones()) {
    for (let day = 0; day < 366; day += 1) {
      const asked = new Date(Date.UTC(2026, 0, 1 + day, 2, 30)).toISOString().slice(0, 16).replace('T', ' ');
      const shown = instantToLocal(localToInstant(asked, zone), zone);
      assert.ok(shown >= asked && shown <= asked.replace('02:30', '04:30'), `${zone}: ${asked} became ${shown}`);
    }
  }
});
