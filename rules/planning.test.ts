import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  clockOf,
  crossesOffsetChange,
  firstStepAfter,
  frequencies,
  instantToLocal,
  localToInstant,
  planRound,
} from './planning.ts';
import type { Frequency } from './planning.ts';
import { isLocalTime, isZone, listZones } from './zones.ts';

const berlin = 'Europe/Berlin';
const clocks = (origin: string, frequency: Frequency, { zone = berlin, count = 4, firstStep = 0 } = {}) =>
  planRound({ origin, zone, frequency, firstStep, count }).map(({ localAt }) => localAt);
const instants = (origin: string, frequency: Frequency, { zone = berlin, count = 4 } = {}) =>
  planRound({ origin, zone, frequency, firstStep: 0, count }).map(({ dueAt }) => dueAt.toISOString().slice(0, 16));

for (const [local, zone, instant, why] of [
  ['2026-03-28 09:30', berlin, '2026-03-28T08:30Z', 'winter'],
  ['2026-03-29 09:30', berlin, '2026-03-29T07:30Z', 'summer'],
  ['2026-03-29 02:30', berlin, '2026-03-29T01:30Z', 'skipped: moved forward by the hour'],
  ['2026-03-29 03:00', berlin, '2026-03-29T01:00Z', 'the first minute after the gap'],
  ['2026-10-25 02:30', berlin, '2026-10-25T00:30Z', 'shown twice: the first'],
  ['2026-10-25 03:00', berlin, '2026-10-25T02:00Z', 'after the doubled hour'],
  ['2026-03-08 02:15', 'America/New_York', '2026-03-08T07:15Z', 'skipped, west'],
  ['2026-11-01 01:45', 'America/New_York', '2026-11-01T05:45Z', 'twice, west'],
  ['2026-10-04 02:10', 'Australia/Lord_Howe', '2026-10-03T15:40Z', 'skipped by half an hour'],
  ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45Z', 'twice by half an hour'],
  ['2026-10-04 02:30', 'Australia/Sydney', '2026-10-03T16:30Z', 'skipped, south'],
  ['2026-09-27 02:45', 'Pacific/Chatham', '2026-09-26T14:00Z', 'the minute a 45-minute zone skips an hour'],
  ['2026-06-01 12:00', 'Asia/Kathmandu', '2026-06-01T06:15Z', '5:45 ahead'],
  ['2026-06-01 12:00', 'Asia/Kolkata', '2026-06-01T06:30Z', '5:30 ahead'],
  ['2026-06-01 12:00', 'Pacific/Kiritimati', '2026-05-31T22:00Z', '14 h ahead'],
  ['2026-06-01 12:00', 'Pacific/Pago_Pago', '2026-06-01T23:00Z', '11 h behind'],
  ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00Z', 'a day that was skipped whole: a day later'],
  ['2026-09-06 00:30', 'America/Santiago', '2026-09-06T04:30Z', 'skipped at midnight'],
] as const) {
  test(`${local} in ${zone} is ${instant} (${why})`, () => {
    assert.equal(localToInstant(local, zone).toISOString(), instant.replace('Z', ':00.000Z'));
  });
}

test('an instant is found again from the time that clocks show, unless they show that time twice', () => {
  const random = seeded(7);
  const zones = listZones();
  for (let round = 0; round < 20_000; round += 1) {
    const zone = zones[Math.floor(random() * zones.length)] ?? 'UTC';
    const instant = new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 18 * 365 * 1440) * 60_000);
    const shown = instantToLocal(instant, zone);
    const found = localToInstant(shown, zone);
    assert.equal(instantToLocal(found, zone), shown, `${zone} ${shown}`);
    const earlier = instant.getTime() - found.getTime();
    assert.ok(
      earlier === 0 || (earlier > 0 && earlier <= 3 * 3_600_000),
      `${zone} ${shown}: ${String(earlier)} ms apart`,
    );
  }
});

test('the wall-clock time stays when the clocks change', () => {
  assert.deepEqual(instants('2026-03-28 09:30', 'daily', { count: 3 }), [
    '2026-03-28T08:30',
    '2026-03-29T07:30',
    '2026-03-30T07:30',
  ]);
  assert.deepEqual(instants('2026-03-22 09:30', 'weekly', { count: 2 }), ['2026-03-22T08:30', '2026-03-29T07:30']);
});

test('a skipped time moves that one occurrence and none after it', () => {
  assert.deepEqual(clocks('2026-03-28 02:30', 'daily'), [
    '2026-03-28 02:30',
    '2026-03-29 03:30',
    '2026-03-30 02:30',
    '2026-03-31 02:30',
  ]);
});

test('hourly steps are real hours: one clock time is skipped in spring and one comes twice in autumn', () => {
  assert.deepEqual(clocks('2026-03-29 00:30', 'hourly'), [
    '2026-03-29 00:30',
    '2026-03-29 01:30',
    '2026-03-29 03:30',
    '2026-03-29 04:30',
  ]);
  assert.deepEqual(clocks('2026-10-25 01:30', 'hourly'), [
    '2026-10-25 01:30',
    '2026-10-25 02:30',
    '2026-10-25 02:30',
    '2026-10-25 03:30',
  ]);
  assert.deepEqual(instants('2026-10-25 01:30', 'hourly', { count: 3 }), [
    '2026-10-24T23:30',
    '2026-10-25T00:30',
    '2026-10-25T01:30',
  ]);
});

test('monthly steps keep the first date’s day, clamped to the month’s end', () => {
  assert.deepEqual(
    clocks('2027-12-31 10:00', 'monthly', { count: 6 }).map((at) => at.slice(0, 10)),
    ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
  );
  assert.deepEqual(
    clocks('2028-02-29 10:00', 'monthly', { count: 2, firstStep: 12 }).map((at) => at.slice(0, 10)),
    ['2029-02-28', '2029-03-29'],
  );
});

test('weekday steps skip the weekend, also if the first day is on one', () => {
  assert.deepEqual(
    clocks('2026-01-01 10:00', 'weekdays').map((at) => at.slice(0, 10)),
    ['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-06'],
  );
  assert.deepEqual(
    clocks('2026-01-03 10:00', 'weekdays', { count: 2 }).map((at) => at.slice(0, 10)),
    ['2026-01-05', '2026-01-06'],
  );
  assert.deepEqual(
    clocks('2026-01-04 10:00', 'weekdays', { count: 6 })
      .map((at) => at.slice(0, 10))
      .at(-1),
    '2026-01-12',
  );
});

test('biweekly steps are two weeks', () => {
  assert.deepEqual(
    clocks('2026-02-20 10:00', 'biweekly', { count: 3 }).map((at) => at.slice(0, 10)),
    ['2026-02-20', '2026-03-06', '2026-03-20'],
  );
});

test('a round has as many occurrences as items, in order, and a later round continues where it ended', () => {
  const random = seeded(11);
  const zones = listZones();
  for (let round = 0; round < 400; round += 1) {
    const zone = zones[Math.floor(random() * zones.length)] ?? 'UTC';
    const frequency = frequencies[Math.floor(random() * frequencies.length)] ?? 'daily';
    const origin = instantToLocal(
      new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 5 * 365 * 1440) * 60_000),
      zone,
    );
    const count = 1 + Math.floor(random() * 30);
    const first = planRound({ origin, zone, frequency, firstStep: 0, count });
    const both = planRound({ origin, zone, frequency, firstStep: 0, count: 2 * count });
    assert.equal(first.length, count);
    assert.deepEqual(
      [
        ...first.map(({ dueAt }) => dueAt),
        ...planRound({ origin, zone, frequency, firstStep: count, count }).map(({ dueAt }) => dueAt),
      ],
      both.map(({ dueAt }) => dueAt),
    );
    assert.deepEqual(
      first.map(({ position, step }) => [position, step]),
      first.map((_, k) => [k, k]),
    );
    for (let k = 1; k < both.length; k += 1)
      assert.ok((both[k]?.dueAt ?? 0) > (both[k - 1]?.dueAt ?? 0), `${zone} ${frequency} ${origin} ${String(k)}`);
  }
});

test('the first step after an instant is the nearest later one', () => {
  const random = seeded(13);
  for (const frequency of frequencies) {
    for (const zone of [berlin, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (let round = 0; round < 50; round += 1) {
        const rhythm = {
          origin: instantToLocal(new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 400 * 1440) * 60_000), zone),
          zone,
          frequency,
        };
        const instant = new Date(
          localToInstant(rhythm.origin, zone).getTime() + Math.floor((random() * 2 - 0.2) * 400 * 1440) * 60_000,
        );
        const step = firstStepAfter({ ...rhythm, instant });
        const [before, after] = planRound({ ...rhythm, firstStep: Math.max(0, step - 1), count: 2 });
        if (step === 0) assert.ok((before?.dueAt ?? 0) > instant);
        else
          assert.ok(
            (before?.dueAt ?? 0) <= instant && (after?.dueAt ?? 0) > instant,
            `${zone} ${frequency} ${rhythm.origin} ${instant.toISOString()}`,
          );
      }
    }
  }
  const daily = { origin: '2026-01-01 10:00', zone: berlin, frequency: 'daily' as const };
  assert.equal(firstStepAfter({ ...daily, instant: new Date('2026-01-01T00:00Z'), from: 7 }), 7);
  assert.equal(firstStepAfter({ ...daily, instant: new Date('2026-01-01T09:00Z') }), 1);
});

test('a plan across a clock change reports when it happens and by how much', () => {
  const plan = (origin: string, zone: string) =>
    planRound({ origin, zone, frequency: 'daily', firstStep: 0, count: 5 });
  assert.deepEqual(crossesOffsetChange(plan('2026-03-27 10:00', berlin), berlin), {
    changesAt: new Date('2026-03-29T01:00Z'),
    minutes: 60,
  });
  assert.deepEqual(crossesOffsetChange(plan('2026-10-23 10:00', berlin), berlin), {
    changesAt: new Date('2026-10-25T01:00Z'),
    minutes: -60,
  });
  assert.equal(
    crossesOffsetChange(plan('2026-10-02 10:00', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')?.minutes,
    30,
  );
  assert.equal(crossesOffsetChange(plan('2026-06-01 10:00', berlin), berlin), undefined);
  assert.equal(crossesOffsetChange([], berlin), undefined);
});

test('24 hours mean midnight', () => {
  assert.deepEqual(
    [
      { hours: 24, minutes: 5 },
      { hours: 0, minutes: 0 },
      { hours: 9, minutes: 30 },
      { hours: 23, minutes: 59 },
    ].map(clockOf),
    ['00:05', '00:00', '09:30', '23:59'],
  );
});

test('days that do not exist and unknown zones are recognised', () => {
  for (const local of [
    '2026-02-29 10:00',
    '2026-13-01 10:00',
    '2026-01-01 24:00',
    '2026-01-01 10:60',
    '2026-1-1 10:00',
    '2026-01-01T10:00',
    '',
  ])
    assert.ok(!isLocalTime(local), local);
  for (const local of ['2028-02-29 00:00', '2026-12-31 23:59']) assert.ok(isLocalTime(local), local);
  for (const zone of ['UTC', berlin, 'Asia/Calcutta', 'US/Eastern', 'America/Argentina/Buenos_Aires'])
    assert.ok(isZone(zone), zone);
  for (const zone of ['', 'Mars/Olympus', '+02:00', 'Europe', '../etc']) assert.ok(!isZone(zone), zone);
  assert.throws(() => localToInstant('2026-02-29 10:00', berlin), RangeError);
  assert.throws(() => localToInstant('2026-02-28 10:00', 'Mars/Olympus'), RangeError);
});

/** A small generator of reproducible random numbers (mulberry32), so that a failing case can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
