/** Helpers for tests of clock changes. */

import { findOffsetChange, offsetAt } from './zones.ts';

const day = 86_400_000;

/** The years whose clock changes are tested: beyond 2037 many copies of the data only repeat a rule. */
export const testedYears = { from: new Date('2020-01-01T00:00Z'), to: new Date('2038-01-01T00:00Z') };

/** A clock change of a zone at an instant. Offsets are minutes ahead of UTC. */
export type ClockChange = { zone: string; changesAt: Date; before: number; after: number };

/** Every clock change of a zone in the tested years. Two within a day would be seen as one; the data has none. */
export function listClockChanges(zone: string, { from, to } = testedYears): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetAt(from.getTime(), zone);
  for (let at = from.getTime() + day; at <= to.getTime(); at += day) {
    const after = offsetAt(at, zone);
    const change =
      after === before ? undefined : findOffsetChange({ from: new Date(at - day), to: new Date(at), zone });
    if (change !== undefined)
      changes.push({ zone, changesAt: change.changesAt, before: before / 60_000, after: after / 60_000 });
    before = after;
  }
  return changes;
}
