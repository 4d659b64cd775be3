/** Ends a pause as its preview has shown. */

import type { Tx } from '#db/database.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { type ResumeChoice } from '#rules/pausing.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { keepHoldsAway } from '../plan/holds.ts';
import { covered, coveredDeliveries, type PauseTarget } from './pause.ts';
import { statement, type Statement } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';
import { liftScheduleStatement, lockToLiftStatement } from './pause-schedule.ts';
import { type ResumePlan, listDue, otherwisePaused, planResume } from './resume-plan.ts';
import { moveOccurrencesStatement } from '../plan/free-steps.ts';

const liftStatements = {
  everything: statement({
    name: 'lift-agency',
    columns: { id: 'bigint' },
    text: `
    update agencies set paused_at = null, paused_by = null, processing_stopped_at = null, processing_stopped_by = null
    where id = $1 and paused_at is not null and deleting_at is null
    returning id`,
  }),
  client: statement({
    name: 'lift-client',
    columns: { id: 'bigint' },
    text: `update users set paused_at = null, paused_by = null where agency_id = $1 and id = $2
      and paused_at is not null returning id`,
  }),
  account: statement({
    name: 'lift-account',
    columns: { id: 'bigint' },
    text: `update social_accounts set paused_at = null, paused_by = null where agency_id = $1 and id = $2
      and paused_at is not null returning id`,
  }),
  schedule: liftScheduleStatement,
} satisfies Record<PauseTarget['scope'], Statement>;

// If two pauses ended concurrently, each would leave the posts to the other.
const lockAgencyStatement = statement({
  name: 'lock-agency',
  columns: { id: 'bigint' },
  text: `select id from agencies where id = $1 for no key update`,
});

const lockPileStatement = statement({
  name: 'lock-pile',
  columns: { id: 'bigint' },
  text: `select id from deliveries where id = any($1::bigint[]) and state = 'scheduled' order by id for update`,
});

/**
 * The result of resuming: done, with the number of posts; or the piled-up posts or the pause differ from the preview.
 */
export type Resumed = { kind: 'resumed'; count: number } | { kind: 'changed' };

/**
 * Ends a pause and handles the posts that piled up until `at` as in the preview with that fingerprint. Posts that fell
 * due after `at` go out at once, because their own time has only just come. If this returns `changed`, the caller must
 * roll back its transaction.
 */
export async function resumePublishing(
  tx: Tx,
  {
    choice,
    fingerprint,
    now,
    ...target
  }: PauseTarget & { at: Date; choice: ResumeChoice; fingerprint: string; now: Date },
): Promise<Resumed> {
  const run = runIn(tx);
  await keepHoldsAway(run);
  await run(lockAgencyStatement, [target.agencyId]);
  if (target.scope === 'schedule') await run(lockToLiftStatement, [target.agencyId, target.id]);
  const occurrenceIds = [...new Set((await listDue(run, target)).map(({ occurrenceId }) => occurrenceId))];
  await lockSchedulesOf(run, occurrenceIds);
  // Read after locking, because another transaction may have moved or cancelled some of the posts.
  const plan = await planResume(tx, target);
  const ids = plan.pile.map(({ id }) => id);
  const locked = await run(lockPileStatement, [ids]);
  if (plan.fingerprint !== fingerprint || locked.length !== ids.length) return { kind: 'changed' };
  await carryOut(run, { plan, choice, now });
  await run(releaseRestStatements[target.scope], [...covered(target), target.at]);
  if (choice === 'skip') await settleOccurrences(run, { occurrenceIds, now });
  const lifted = await run(liftStatements[target.scope], [target.agencyId, ...(target.id === null ? [] : [target.id])]);
  return lifted.length > 0 ? { kind: 'resumed', count: ids.length } : { kind: 'changed' };
}

async function carryOut(
  run: Run,
  { plan, choice, now }: { plan: ResumePlan; choice: ResumeChoice; now: Date },
): Promise<void> {
  const ids = plan.pile.map(({ id }) => id);
  switch (choice) {
    case 'publish-now':
      await run(planAgainStatement, [ids, ids.map((id) => plan.sendAt.get(id)), deliveryMessages.resumed]);
      return;
    case 'next-free-times': {
      const steps = [...new Map(plan.pile.map(({ id, occurrenceId }) => [occurrenceId, plan.moveTo.get(id)]))];
      await run(planAgainStatement, [ids, ids.map((id) => plan.moveTo.get(id)?.dueAt), '']);
      await run(moveOccurrencesStatement, [
        steps.map(([id]) => id),
        steps.map(([, step]) => step?.step),
        steps.map(([, step]) => step?.localAt),
        steps.map(([, step]) => step?.dueAt),
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

// The tries start over, since their limits counted from before the pause. Deliveries already resent once are not resent
// again, and requested cancellations stay.
const planAgainStatement = statement({
  name: 'plan-pile-again',
  columns: {},
  text: `
  update deliveries d set due_at = given.at, next_at = given.at, tries = 0, first_tried_at = null, message = $3
  from unnest($1::bigint[], $2::timestamptz[]) as given (id, at)
  where d.id = given.id`,
});

const skipStatement = statement({
  name: 'skip-pile',
  columns: {},
  text: `update deliveries set state = 'missed', next_at = 'infinity', message = $3, finished_at = $2,
    skipped_at = $2 where id = any($1::bigint[])`,
});

const releaseRestOf = (scope: PauseTarget['scope']) =>
  statement({
    name: `release-rest-${scope}`,
    columns: { pg_notify: 'void' },
    text: `
  with released as (
    update deliveries d set next_at = d.due_at
    from social_accounts a, users u, agencies g
    where ${coveredDeliveries} and d.account_id = a.id and u.id = a.user_id and g.id = a.agency_id
      and not ${otherwisePaused[scope]}
      and d.state = 'scheduled' and d.next_at = 'infinity' and not d.unapproved and d.due_at > $5
  )
  select pg_notify('due', '')`,
  });

const releaseRestStatements = {
  everything: releaseRestOf('everything'),
  client: releaseRestOf('client'),
  account: releaseRestOf('account'),
  schedule: releaseRestOf('schedule'),
};
