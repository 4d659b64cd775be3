/**
 * The instant at which the tests of a file begin. Texts, months and the defaults of forms depend on it. In the gate the
 * commit chooses one awkward instant for all files; in the proof each file begins at a random one. Each is printed, and
 * `E2E_BEGINS` begins there again.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { instantToLocal } from '#rules/planning.ts';
import { putAhead } from './ahead.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const nearMs = 40 * dayMs;

/** The next day that meets a condition, at a clock time (UTC). */
function next(now: Date, { clock, on }: { clock: string; on: (day: Date) => boolean }): Date {
  for (let days = 0; ; days += 1) {
    const day = new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
    const instant = new Date(`${day}T${clock}:00Z`);
    if (instant > now && on(instant)) return instant;
  }
}

const isLastSundayOf =
  (month: number) =>
  (day: Date): boolean =>
    day.getUTCMonth() === month && day.getUTCDay() === 0 && new Date(day.getTime() + 7 * dayMs).getUTCMonth() !== month;
const isMonthsLast = (day: Date): boolean => new Date(day.getTime() + dayMs).getUTCDate() === 1;

/** The instants at which a test is most likely to be wrong, from `now` on; the pages of the tests live in Berlin. */
export const awkwardInstants = (now: Date): readonly { what: string; at: Date }[] => [
  { what: 'as it is', at: now },
  { what: 'shortly before midnight in UTC', at: next(now, { clock: '23:50', on: () => true }) },
  { what: 'shortly before midnight in Berlin, winter or summer', at: next(now, { clock: '21:50', on: () => true }) },
  { what: 'shortly after midnight in UTC', at: next(now, { clock: '00:05', on: () => true }) },
  { what: 'before noon in Berlin', at: next(now, { clock: '09:30', on: () => true }) },
  { what: 'the last hour of a month in Berlin', at: next(now, { clock: '22:10', on: isMonthsLast }) },
  {
    what: 'the last night of February',
    at: next(now, { clock: '22:30', on: (day) => day.getUTCMonth() === 1 && isMonthsLast(day) }),
  },
  {
    what: 'the last day of a year',
    at: next(now, { clock: '16:00', on: (day) => day.getUTCMonth() === 11 && day.getUTCDate() === 31 }),
  },
  { what: 'the night in which Berlin skips an hour', at: next(now, { clock: '00:20', on: isLastSundayOf(2) }) },
  {
    what: 'the evening before Berlin has an hour twice',
    at: next(now, { clock: '18:30', on: (day) => isLastSundayOf(9)(new Date(day.getTime() + dayMs)) }),
  },
  { what: 'a Sunday', at: next(now, { clock: '13:00', on: (day) => day.getUTCDay() === 0 }) },
];

/** How far Berlin's clocks are ahead of UTC, ms. */
const offsetAt = (time: number): number =>
  Date.parse(`${instantToLocal(new Date(time), 'Europe/Berlin').replace(' ', 'T')}Z`) -
  Math.floor(time / minuteMs) * minuteMs;

/**
 * A beginning at least five hours before any hour that Berlin has twice: a plan 'in an hour' would mean the first of
 * the two.
 */
export const besideTwice = (at: Date): Date =>
  offsetAt(at.getTime() - hourMs) > offsetAt(at.getTime() + 5 * hourMs) ? new Date(at.getTime() + 6 * hourMs) : at;

type Beginning = { what: string; at: Date };

/** The instant that `E2E_BEGINS` names, if it names one (ISO 8601, or `now`); throws if it is something else. */
export function namedBeginning(now: Date, named: string | undefined): Beginning | undefined {
  if (named === undefined || named === '') return undefined;
  if (named === 'now') return { what: 'as it is', at: now };
  const at = new Date(named);
  if (Number.isNaN(at.getTime()))
    throw new Error(`E2E_BEGINS must be an instant like 2027-02-28T22:30:00Z, or now; it is ${named}`);
  return { what: 'as E2E_BEGINS says', at };
}

/** One of the next awkward instants, or the current one; `chance` is from 0 to 1, without 1. */
export function randomBeginning(now: Date, chance: number): Beginning {
  // The database keeps the machine's time, so the clock must not be too far ahead of it.
  const instants = awkwardInstants(now).filter(({ at }) => at.getTime() - now.getTime() <= nearMs);
  return instants[Math.floor(chance * instants.length)] ?? { what: 'as it is', at: now };
}

/** The awkward instant of a commit: of the kinds that come within forty days of any day, so that the kind is fixed. */
export function beginningOfCommit(now: Date, commit: string): Beginning {
  const yearly = /February|year|Berlin skips|Berlin has/;
  const kinds = awkwardInstants(now).filter(({ what, at }) => at !== now && !yearly.test(what));
  const index = createHash('sha256').update(commit).digest().readUInt32BE() % kinds.length;
  return kinds[index] ?? { what: 'as it is', at: now };
}

/** The environment variable by which the gate's workers learn the instant at which all of its files begin. */
const gateVariable = 'E2E_GATE_BEGINS';

/** Chooses the instant of the gate's files for all workers, and prints it. */
export function announceGate(): void {
  const now = new Date();
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? '';
  const { what, at } = namedBeginning(now, process.env['E2E_BEGINS']) ?? beginningOfCommit(now, commit.trim());
  const named = at === now ? 'now' : besideTwice(at).toISOString();
  process.env[gateVariable] = named;
  console.log(`The gate's tests begin ${what}; the same again: E2E_BEGINS=${named}`);
}

const RealDate = Date;

/**
 * Sets the clock of this process to the beginning of a file's tests and returns by how much it is ahead, ms. The proof
 * prints its random instant.
 */
export function begin({ proof }: { proof: boolean }): number {
  globalThis.Date = RealDate;
  const now = new Date();
  const named = namedBeginning(now, process.env[proof ? 'E2E_BEGINS' : gateVariable]);
  const at = besideTwice((named ?? randomBeginning(now, Math.random())).at);
  const aheadMs = Math.round((at.getTime() - now.getTime()) / minuteMs) * minuteMs;
  if (aheadMs !== 0) putAhead(aheadMs);
  if (proof) console.log(`These tests begin at E2E_BEGINS=${aheadMs === 0 ? 'now' : at.toISOString()}`);
  return aheadMs;
}
