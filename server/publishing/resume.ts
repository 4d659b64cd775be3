/** The end of a pause: what piled up, what each choice makes of it, and carrying the choice out as it was shown. */

import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { infinity } from '#db/values.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { catchUpTimes, freeSteps, type ResumeChoice } from '#rules/pausing.ts';
import type { Frequency, PlannedOccurrence } from '#rules/planning.ts';
import { lockSchedulesOf, settleOccurrences } from './occurrences.ts';
import { covered, coveredAccounts, keepHoldsAway, type PausePlace } from './pause.ts';
import { runIn, type Run } from './statements.ts';

/** A post that piled up: its delivery with the account and client it is for, in the order in which they would go. */
export type PiledUp = {
  id: string;
  occurrenceId: string;
  scheduleId: string;
  accountId: string;
  clientId: string;
  client: string;
  network: NetworkId;
  username: string;
  /** False where the account must be reconnected before anything goes out there. */
  connected: boolean;
  gapSeconds: number;
  freeAt: Date;
  dueAt: Date;
};

/** What lifting a pause would free, and when each of it would go: `sendAt` one after the other, `moveTo` at a free step. */
export type ResumePlan = {
  pile: readonly PiledUp[];
  sendAt: ReadonlyMap<string, Date>;
  moveTo: ReadonlyMap<string, PlannedOccurrence>;
  /** Posts of the place that are due and stay, because another pause is on. */
  staying: number;
  /** Due posts of the place that stay, because their client has not approved them. */
  unapproved: number;
  /** Changes with anything of the above: who confirms with it gets what was shown, or is told to look again. */
  fingerprint: string;
};

// A pause of another kind over the same account keeps its posts: resuming one leaves the others. The place's own pause is
// not asked for, so that the same statement serves before and after it is lifted.
const otherwisePaused = {
  everything: '(a.paused_at is not null or u.paused_at is not null)',
  client: '(a.paused_at is not null or g.paused_at is not null)',
  account: '(u.paused_at is not null or g.paused_at is not null)',
} as const;

const pileStatement = (scope: PausePlace['scope']) => ({
  name: `list-pile-${scope}`,
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId", d.account_id as "accountId",
    u.id as "clientId", u.name as client, a.network, a.username, a.status = 'connected' as connected, a.gap_seconds as "gapSeconds", a.free_at as "freeAt", d.due_at as "dueAt",
    ${otherwisePaused[scope]} as stays, d.unapproved
  from social_accounts a
  join users u on u.id = a.user_id
  join agencies g on g.id = a.agency_id
  join deliveries d on d.account_id = a.id
  where ${coveredAccounts} and a.deleted_at is null
    and d.state = 'scheduled' and d.due_at <= $4 and (d.next_at = 'infinity' or d.next_at <= $4)
  order by d.due_at, d.id`,
});

const plannedStatement = {
  name: 'list-planned-of-accounts',
  text: `
  select d.account_id as "accountId", d.next_at as "nextAt"
  from unnest($1::bigint[], $2::timestamptz[]) as asked (account_id, until)
  join deliveries d on d.account_id = asked.account_id
  where d.state = 'scheduled' and d.due_at < asked.until and d.next_at > $3 and d.next_at < asked.until
  order by d.next_at`,
};

const rhythmsStatement = {
  name: 'list-rhythms',
  text: `select id, origin_local as origin, timezone as zone, frequency from schedules where id = any($1::bigint[])`,
};

const takenStatement = {
  name: 'list-taken-steps',
  text: `
  select distinct d.schedule_id as "scheduleId", d.due_at as "dueAt"
  from deliveries d
  where d.schedule_id = any($1::bigint[]) and d.due_at > $2 and not d.occurrence_id = any($3::bigint[])
    and d.state in ('scheduled', 'claimed', 'sending', 'processing', 'waiting')`,
};

const orderStatement = { name: 'list-places', text: `select id from occurrences where id = any($1::bigint[]) order by round, position, id` };

/** What resuming a place at an instant would do. The same rows give the same plan, whenever it is asked. */
export async function planResume(tx: Tx, place: PausePlace & { at: Date }): Promise<ResumePlan> {
  const run = runIn(tx);
  const found = await listDue(run, place);
  const pile = found.filter(({ stays, unapproved }) => !stays && !unapproved);
  const unapproved = found.filter((post) => post.unapproved).length;
  const sendAt = await planSending(run, pile, place.at);
  const moveTo = await planMoving(run, pile, place.at);
  const shown = pile.map(({ id, dueAt }) => [id, dueAt, sendAt.get(id), moveTo.get(id)?.dueAt]);
  const fingerprint = createHash('sha256').update(JSON.stringify([place.scope, place.id, place.at, shown])).digest('hex');
  return { pile, sendAt, moveTo, staying: found.length - pile.length - unapproved, unapproved, fingerprint };
}

const listDue = (run: Run, place: PausePlace & { at: Date }) =>
  run<PiledUp & { stays: boolean; unapproved: boolean }>(pileStatement(place.scope), [...covered(place), place.at]);

async function planSending(run: Run, pile: readonly PiledUp[], at: Date): Promise<Map<string, Date>> {
  const byAccount = Map.groupBy(pile, ({ accountId }) => accountId);
  const paced = [...byAccount.values()].flatMap((posts) => posts.slice(0, 1)).filter(({ gapSeconds }) => gapSeconds > 0);
  // Far enough for the pile between planned posts; what a denser plan pushes beyond, the engine lines up when it comes.
  const until = paced.map(({ accountId, gapSeconds }) => new Date(at.getTime() + 4 * gapSeconds * 1000 * ((byAccount.get(accountId)?.length ?? 0) + 1)));
  const planned = Map.groupBy(
    await run<{ accountId: string; nextAt: Date }>(plannedStatement, [paced.map(({ accountId }) => accountId), until, at]),
    ({ accountId }) => accountId,
  );
  const times = new Map<string, Date>();
  for (const [accountId, posts] of byAccount) {
    const { gapSeconds = 0, freeAt = at } = posts[0] ?? {};
    const free = freeAt >= infinity.future ? at : freeAt; // one of its posts is just finishing
    const taken = (planned.get(accountId) ?? []).map(({ nextAt }) => nextAt);
    const slots = catchUpTimes({ from: at, freeAt: free, gapSeconds, taken, count: posts.length });
    posts.forEach(({ id }, place) => times.set(id, slots[place] ?? at));
  }
  return times;
}

/** The free steps of their schedules to which deliveries would move, in the order of the plan; by delivery. */
export async function planMoving(run: Run, pile: readonly Pick<PiledUp, 'id' | 'occurrenceId' | 'scheduleId'>[], at: Date): Promise<Map<string, PlannedOccurrence>> {
  const occurrenceIds = [...new Set(pile.map(({ occurrenceId }) => occurrenceId))];
  const scheduleIds = [...new Set(pile.map(({ scheduleId }) => scheduleId))];
  const order = await run<{ id: string }>(orderStatement, [occurrenceIds]);
  const scheduleOf = new Map(pile.map(({ occurrenceId, scheduleId }) => [occurrenceId, scheduleId]));
  const bySchedule = Map.groupBy(order, ({ id }) => scheduleOf.get(id));
  const taken = Map.groupBy(await run<{ scheduleId: string; dueAt: Date }>(takenStatement, [scheduleIds, at, occurrenceIds]), ({ scheduleId }) => scheduleId);
  const stepOf = new Map<string, PlannedOccurrence>();
  for (const rhythm of await run<{ id: string; origin: string; zone: string; frequency: Frequency }>(rhythmsStatement, [scheduleIds])) {
    const occurrences = bySchedule.get(rhythm.id) ?? [];
    const steps = freeSteps({ ...rhythm, after: at, taken: (taken.get(rhythm.id) ?? []).map(({ dueAt }) => dueAt), count: occurrences.length });
    occurrences.forEach(({ id }, place) => {
      const step = steps[place];
      if (step) stepOf.set(id, step);
    });
  }
  return new Map(pile.flatMap(({ id, occurrenceId }) => {
    const step = stepOf.get(occurrenceId);
    return step ? [[id, step]] : [];
  }));
}

const liftStatements = {
  everything: {
    name: 'lift-agency',
    text: `
    update agencies set paused_at = null, paused_by = null, processing_stopped_at = null, processing_stopped_by = null
    where id = $1 and paused_at is not null and deleting_at is null
    returning id`,
  },
  client: { name: 'lift-client', text: `update users set paused_at = null, paused_by = null where agency_id = $1 and id = $2 and paused_at is not null returning id` },
  account: { name: 'lift-account', text: `update social_accounts set paused_at = null, paused_by = null where agency_id = $1 and id = $2 and paused_at is not null returning id` },
} as const satisfies Record<PausePlace['scope'], { name: string; text: string }>;

// Of two pauses that end at once each would leave the posts to the other.
const lockAgencyStatement = { name: 'lock-agency', text: `select id from agencies where id = $1 for no key update` };

const lockPileStatement = {
  name: 'lock-pile',
  text: `select id from deliveries where id = any($1::bigint[]) and state = 'scheduled' order by id for update`,
};

/** What became of an order to resume: done, with how many posts; or what piled up, or the pause, is not what was shown. */
export type Resumed = { kind: 'resumed'; count: number } | { kind: 'changed' };

/**
 * Lifts a pause and does with what piled up until `at` what a plan of that fingerprint has shown. What fell due after `at`
 * goes at once: its own time has only just come. The caller's transaction must be undone where it answers `changed`.
 */
export async function resumePlace(
  tx: Tx,
  { choice, fingerprint, now, ...place }: PausePlace & { at: Date; choice: ResumeChoice; fingerprint: string; now: Date },
): Promise<Resumed> {
  const run = runIn(tx);
  await keepHoldsAway(run);
  await run(lockAgencyStatement, [place.agencyId]);
  const occurrenceIds = [...new Set((await listDue(run, place)).map(({ occurrenceId }) => occurrenceId))];
  await lockSchedulesOf(run, occurrenceIds);
  // Read behind the locks: whoever held them may have moved or cancelled some of it.
  const plan = await planResume(tx, place);
  const ids = plan.pile.map(({ id }) => id);
  const locked = await run(lockPileStatement, [ids]);
  if (plan.fingerprint !== fingerprint || locked.length !== ids.length) return { kind: 'changed' };
  await carryOut(run, { plan, choice, now });
  await run(releaseRestStatement(place.scope), [...covered(place), place.at]);
  if (choice === 'skip') await settleOccurrences(run, { occurrenceIds, now });
  const lifted = await run(liftStatements[place.scope], [place.agencyId, ...(place.id === null ? [] : [place.id])]);
  return lifted.length > 0 ? { kind: 'resumed', count: ids.length } : { kind: 'changed' };
}

async function carryOut(run: Run, { plan, choice, now }: { plan: ResumePlan; choice: ResumeChoice; now: Date }): Promise<void> {
  const ids = plan.pile.map(({ id }) => id);
  switch (choice) {
    case 'publish-now':
      await run(planAgainStatement, [ids, ids.map((id) => plan.sendAt.get(id)), deliveryMessages.resumed]);
      return;
    case 'next-free-times': {
      const steps = [...new Map(plan.pile.map(({ id, occurrenceId }) => [occurrenceId, plan.moveTo.get(id)]))];
      await run(planAgainStatement, [ids, ids.map((id) => plan.moveTo.get(id)?.dueAt), '']);
      await run(moveOccurrencesStatement, [
        steps.map(([id]) => id), steps.map(([, step]) => step?.step), steps.map(([, step]) => step?.localAt), steps.map(([, step]) => step?.dueAt),
      ]);
      return;
    }
    case 'skip':
      await run(skipStatement, [ids, now, deliveryMessages.skipped]);
      return;
    default:
      choice satisfies never;
  }
}

// Its tries begin anew, for their limits counted from before the pause. What has been sent once more already is not sent
// once more again, and what was asked to be cancelled stays so.
const planAgainStatement = {
  name: 'plan-pile-again',
  text: `
  update deliveries d set due_at = given.at, next_at = given.at, tries = 0, first_tried_at = null, message = $3
  from unnest($1::bigint[], $2::timestamptz[]) as given (id, at)
  where d.id = given.id`,
};

/** Puts occurrences ($1) at other steps, local times and instants, save where something of them is posted already. */
export const moveOccurrencesStatement = {
  name: 'move-occurrences',
  text: `
  update occurrences o set step = given.step, local_at = given.local_at, due_at = given.due_at
  from unnest($1::bigint[], $2::int[], $3::text[], $4::timestamptz[]) as given (id, step, local_at, due_at)
  where o.id = given.id and not exists (select from deliveries d where d.occurrence_id = o.id and d.state = 'published')`,
};

const skipStatement = {
  name: 'skip-pile',
  text: `update deliveries set state = 'missed', next_at = 'infinity', message = $3, finished_at = $2, skipped_at = $2 where id = any($1::bigint[])`,
};

const releaseRestStatement = (scope: PausePlace['scope']) => ({
  name: `release-rest-${scope}`,
  text: `
  with released as (
    update deliveries d set next_at = d.due_at
    from social_accounts a, users u, agencies g
    where ${coveredAccounts} and d.account_id = a.id and u.id = a.user_id and g.id = a.agency_id and not ${otherwisePaused[scope]}
      and d.state = 'scheduled' and d.next_at = 'infinity' and not d.unapproved and d.due_at > $4
  )
  select pg_notify('due', '')`,
});
