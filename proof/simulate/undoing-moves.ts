/** People who move whole schedules by days and undo such moves, and the invariants of an undone move. */

import { statesFor } from '#rules/delivery-states.ts';
import { scheduleCalls } from '#server/planning/schedules/calls.ts';
import { randomOf } from '../random.ts';
import { call, picked, type Action } from './calling.ts';
import { movePost } from './moving.ts';
import type { Plan } from './plan.ts';
import type { DeliveryNow, ScheduleNow, Snapshot } from './snapshot.ts';

/** Whether moves of schedules are undone in a seed: in every twentieth seed. */
export const isUndoneAt = (seed: number): boolean => seed % 20 === 2;

/** Instants, from the start on, at which a person moves a schedule or undoes a move; empty if moves are not undone. */
export function undosOf({ seed, plan }: { seed: number; plan: Plan }): number[] {
  // Drawn from its own random numbers, so that the other seeds keep their steps.
  const random = randomOf(seed + 4_000_003);
  return isUndoneAt(seed) ? Array.from({ length: random.int(10, 30) }, () => random.int(0, plan.horizonMs)) : [];
}

/** Moves a schedule by days, undoes the last move of one, or gives one post its own time. */
export const moveOrUndo: Action = (means) => {
  const { random, snapshot } = means;
  const { schedules } = snapshot();
  const moved = schedules.filter(({ movedAt }) => movedAt !== null);
  if (random.chance(0.2)) return movePost(means);
  if (moved.length > 0 && random.chance(0.6))
    return picked(moved, random, ({ id, movedAt }) =>
      call(scheduleCalls['move-schedulers'], { ids: [id], back: movedAt }),
    )(means);
  return picked(schedules, random, ({ id }) =>
    call(scheduleCalls['move-schedulers'], { ids: [id], days: random.pick([-1, 1, 1, 2]) }),
  )(means);
};

/** A schedule before its last move, with its posts' times and its deliveries. */
type Before = { schedule: ScheduleNow; dueAts: ReadonlyMap<string, number>; states: ReadonlyMap<string, string> };
type Means = { before: Snapshot; now: Snapshot; broken: (what: string) => void };

const movable: readonly string[] = statesFor('move');

/** Schedules as they were before their last moves, by id. */
export type Moves = ReadonlyMap<string, Before>;

/** Records each schedule before its last move, and compares it once that move is undone. */
export type UndoCheck = { check(means: Means): void; moves(): Moves };

/** A check that knows the moves that were made so far. */
export function createUndoCheck(known: Moves = new Map()): UndoCheck {
  const kept = new Map(known);
  return {
    moves: () => new Map(kept),
    check: ({ before, now, broken }) => {
      for (const is of now.schedules) {
        const was = before.schedules.find(({ id }) => id === is.id);
        if (was === undefined || was.movedFrom === is.movedFrom) continue;
        const stood = kept.get(is.id);
        if (is.movedFrom !== null) kept.set(is.id, standingOf(before, was));
        else if (stood === undefined) broken(`a move of schedule ${is.id} was taken back that nobody made`);
        else compare({ stood, is, before, now, broken });
      }
    },
  };
}

const standingOf = ({ occurrences, deliveries }: Snapshot, schedule: ScheduleNow): Before => ({
  schedule,
  dueAts: new Map(occurrences.map(({ id, dueAt }) => [id, dueAt])),
  states: new Map(deliveries.map(({ id, state }) => [id, state])),
});

function compare({ stood, is, before, now, broken }: Means & { stood: Before; is: ScheduleNow }): void {
  const name = `the move of schedule ${is.id} that was taken back`;
  if (is.rhythm !== stood.schedule.rhythm)
    broken(`${name} left the rhythm ${is.rhythm}; it was ${stood.schedule.rhythm}`);
  const were = new Map(before.deliveries.map((row) => [row.id, row]));
  for (const row of now.deliveries) {
    const was = were.get(row.id);
    if (row.scheduleId !== is.id || was === undefined) continue;
    const right = expectedOf(was, stood);
    if (row.dueAt !== right.dueAt || row.state !== right.state)
      broken(
        `${name} left delivery ${row.id} ${row.state} at ${row.dueAt}; it should be ${right.state} at ${right.dueAt}`,
      );
  }
}

/**
 * Waiting deliveries have their previous times again, missed ones are missed again, and those sent since are unchanged.
 */
function expectedOf(was: DeliveryNow, { dueAts, states }: Before): { state: string; dueAt: number | undefined } {
  if (!movable.includes(was.state)) return was;
  return { state: states.get(was.id) === 'missed' ? 'missed' : 'scheduled', dueAt: dueAts.get(was.occurrenceId) };
}
