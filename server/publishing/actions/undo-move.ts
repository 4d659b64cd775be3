/** Undoes a move of a whole schedule: each post gets its previous time, including posts with a time of their own. */

import type { Tx } from '#db/database.ts';
import { deliveryMessages } from '#rules/delivery-messages.ts';
import { statesFor } from '#rules/delivery-states.ts';
import { frequencies, planRound, type Frequency, type Rhythm } from '#rules/planning.ts';
import { zoneDataVersion } from '../../base/lib/zone-data.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { repaceAccounts } from '../repace.ts';
import { oneOf, shapedOrNull, statement } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';
import { listMovableStatement, moveStatement } from './move.ts';

/** A post before a move; `missed` are its deliveries that were missed at that time. */
type PostBefore = { id: string; step: number; localAt: string; dueAt: string; isOwn: boolean; missed: string[] };
/** A plan before the move at `at`, with its posts in the order in which they were moved. */
type PlanBefore = { at: string; origin: string; zone: string; frequency: Frequency; posts: PostBefore[] };

const beforeStatement = statement({
  name: 'find-plan-before-move',
  columns: { origin: 'text', zone: 'text', frequency: oneOf(frequencies), before: shapedOrNull<PlanBefore>() },
  text: `
  select origin_local as origin, timezone as zone, frequency, moved_from as before
  from schedules
  where agency_id = $1 and id = $2`,
});

const timesStatement = statement({
  name: 'list-times-of-moved',
  columns: { id: 'bigint', dueAt: 'timestamptz', isOwn: 'bool' },
  text: `select id, due_at as "dueAt", moved as "isOwn" from occurrences where id = any($1::bigint[])`,
});

const missAgainStatement = statement({
  name: 'miss-again',
  columns: {},
  text: `
  update deliveries set state = 'missed', next_at = 'infinity', message = $2, finished_at = $3
  where id = any($1::bigint[]) and state = 'scheduled'`,
});

const restoreRhythmStatement = statement({
  name: 'restore-rhythm',
  columns: {},
  text: `
  update schedules set origin_local = $3, timezone = $4, frequency = $5, tzdata_version = $6, moved_from = null
  where agency_id = $1 and id = $2`,
});

/** The schedule and the instant of the move to undo. */
export type UndoneMove = { agencyId: string; scheduleId: string; at: Date; now: Date };

/**
 * Undoes the last move of a schedule. `changed`: part of it was moved or planned since; `past`: a post's time would be
 * in the past. Posts that have gone out since stay, and missed ones are missed again.
 */
export async function undoScheduleMove(
  tx: Tx,
  { agencyId, scheduleId, at, now }: UndoneMove,
): Promise<'undone' | 'changed' | 'past'> {
  const run = runIn(tx);
  const [found] = await run(beforeStatement, [agencyId, scheduleId]);
  if (!found || found.before === null || found.before.at !== at.toISOString()) return 'changed';
  const { before, ...rhythm } = found;
  const states = statesFor('move');
  const ids = (await run(listMovableStatement, [agencyId, scheduleId, states])).map(({ id }) => id);
  await lockSchedulesOf(run, ids);
  const posts = await postsBeforeMove(run, { ids, before, rhythm });
  if (posts === 'changed') return 'changed';
  if (posts.some(({ dueAt, missed }) => missed.length === 0 && new Date(dueAt) <= now)) return 'past';
  const accountIds = new Set<string>();
  for (const isOwn of [false, true]) {
    const some = posts.filter((post) => post.isOwn === isOwn);
    const moved = await run(moveStatement, [
      some.map(({ id }) => id),
      some.map(({ step }) => step),
      some.map(({ localAt }) => localAt),
      some.map(({ dueAt }) => new Date(dueAt)),
      states,
      isOwn,
    ]);
    for (const { accountId } of moved) accountIds.add(accountId);
  }
  await run(missAgainStatement, [posts.flatMap(({ missed }) => missed), deliveryMessages.missed, now]);
  await repaceAccounts(run, { accountIds: [...accountIds], now });
  const { origin, zone, frequency } = before;
  await run(restoreRhythmStatement, [agencyId, scheduleId, origin, zone, frequency, zoneDataVersion]);
  await settleOccurrences(run, { occurrenceIds: ids, now });
  return 'undone';
}

type Moved = { ids: readonly string[]; before: PlanBefore; rhythm: Rhythm };

/** The previous state of each post that can still be moved; `changed` if one is no longer where the move had put it. */
async function postsBeforeMove(run: Run, { ids, before, rhythm }: Moved): Promise<PostBefore[] | 'changed'> {
  const plan = planRound({ ...rhythm, firstStep: 0, count: before.posts.length });
  const known = new Map(before.posts.map((post, index) => [post.id, { post, dueAt: plan[index]?.dueAt.getTime() }]));
  const now = await run(timesStatement, [ids]);
  if (now.length === 0) return 'changed';
  const posts = now.flatMap(({ id, dueAt, isOwn }) => {
    const was = known.get(id);
    return was === undefined || isOwn || was.dueAt !== dueAt.getTime() ? [] : [was.post];
  });
  return posts.length === now.length ? posts : 'changed';
}
