/** Finds the posts that piled up during a pause, and when each would go out for each choice. Read-only. */

import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { infinity } from '#db/values.ts';
import { networkIds } from '#rules/eligibility.ts';
import { catchUpTimes } from '#rules/pausing.ts';
import type { PlannedOccurrence } from '#rules/planning.ts';
import { isAccountPaused } from '../fragments.ts';
import { covered, coveredDeliveries, type PauseTarget } from './pause.ts';
import { oneOf, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';
import { planMoving } from '../plan/free-steps.ts';

/**
 * The posts that ending a pause would release, and when each would go out: `sendAt` one after the other, `moveTo` at a
 * free step.
 */
export type ResumePlan = {
  pile: readonly PiledUp[];
  sendAt: ReadonlyMap<string, Date>;
  moveTo: ReadonlyMap<string, PlannedOccurrence>;
  /** The number of due posts of the target that another pause holds. */
  staying: number;
  /** The number of due posts of the target that their client has not approved. */
  unapproved: number;
  /** Changes with any of the above: a confirmation that carries it does what was shown, or is refused. */
  fingerprint: string;
};

/**
 * As SQL: whether a pause of another kind than the target's own, or a suspension, applies to a delivery `d` of account
 * `a`, user `u` and agency `g`. That pause keeps its posts: resuming one leaves the others. The target's own pause is
 * ignored, so that the same statement works before and after it ends.
 */
export const otherwisePaused = {
  everything: '(d.paused or a.paused_at is not null or u.paused_at is not null or g.suspended_at is not null)',
  client: '(d.paused or a.paused_at is not null or g.paused_at is not null or g.suspended_at is not null)',
  account: '(d.paused or u.paused_at is not null or g.paused_at is not null or g.suspended_at is not null)',
  schedule: isAccountPaused,
} as const;

const pileOf = (scope: PauseTarget['scope']) =>
  statement({
    name: `list-pile-${scope}`,
    columns: {
      id: 'bigint',
      occurrenceId: 'bigint',
      scheduleId: 'bigint',
      accountId: 'bigint',
      clientId: 'bigint',
      client: 'text',
      network: oneOf(networkIds),
      username: 'text',
      /** False if the account must be reconnected before anything goes out to it. */
      connected: 'bool',
      gapSeconds: 'int',
      freeAt: 'timestamptz',
      dueAt: 'timestamptz',
      stays: 'bool',
      unapproved: 'bool',
    },
    text: `
  select d.id, d.occurrence_id as "occurrenceId", d.schedule_id as "scheduleId", d.account_id as "accountId",
    u.id as "clientId", u.name as client, a.network, a.username, a.status = 'connected' as connected,
      a.gap_seconds as "gapSeconds", a.free_at as "freeAt", d.due_at as "dueAt",
    ${otherwisePaused[scope]} as stays, d.unapproved
  from social_accounts a
  join users u on u.id = a.user_id
  join agencies g on g.id = a.agency_id
  join deliveries d on d.account_id = a.id
  where ${coveredDeliveries} and a.deleted_at is null
    and d.state = 'scheduled' and d.due_at <= $5 and (d.next_at = 'infinity' or d.next_at <= $5)
  order by d.due_at, d.id`,
  });

const pileStatements = {
  everything: pileOf('everything'),
  client: pileOf('client'),
  account: pileOf('account'),
  schedule: pileOf('schedule'),
};

/** A piled-up post: its delivery with account and client, in the order in which they would go out. */
export type PiledUp = Omit<Row<typeof pileStatements.everything>, 'stays' | 'unapproved'>;

const plannedStatement = statement({
  name: 'list-planned-of-accounts',
  columns: { accountId: 'bigint', nextAt: 'timestamptz' },
  text: `
  select d.account_id as "accountId", d.next_at as "nextAt"
  from unnest($1::bigint[], $2::timestamptz[]) as asked (account_id, until)
  join deliveries d on d.account_id = asked.account_id
  where d.state = 'scheduled' and d.due_at < asked.until and d.next_at > $3 and d.next_at < asked.until
  order by d.next_at`,
});

/** The effect of resuming a target at an instant. The same rows always give the same plan. */
export async function planResume(tx: Tx, target: PauseTarget & { at: Date }): Promise<ResumePlan> {
  const run = runIn(tx);
  const found = await listDue(run, target);
  const pile = found.filter(({ stays, unapproved }) => !stays && !unapproved);
  const unapproved = found.filter((post) => post.unapproved).length;
  const sendAt = await planSending(run, pile, target.at);
  const moveTo = await planMoving(run, pile, target.at);
  const shown = pile.map(({ id, dueAt }) => [id, dueAt, sendAt.get(id), moveTo.get(id)?.dueAt]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([target.scope, target.id, target.at, shown]))
    .digest('hex');
  return { pile, sendAt, moveTo, staying: found.length - pile.length - unapproved, unapproved, fingerprint };
}

/** The due posts of the target in the order in which they would go out, and those that stay. */
export const listDue = (run: Run, target: PauseTarget & { at: Date }) =>
  run(pileStatements[target.scope], [...covered(target), target.at]);

async function planSending(run: Run, pile: readonly PiledUp[], at: Date): Promise<Map<string, Date>> {
  const byAccount = Map.groupBy(pile, ({ accountId }) => accountId);
  const paced = [...byAccount.values()]
    .flatMap((posts) => posts.slice(0, 1))
    .filter(({ gapSeconds }) => gapSeconds > 0);
  // Enough steps to fit the pile between planned posts; the engine orders posts that a denser plan pushes beyond this.
  const until = paced.map(
    ({ accountId, gapSeconds }) =>
      new Date(at.getTime() + 4 * gapSeconds * 1000 * ((byAccount.get(accountId)?.length ?? 0) + 1)),
  );
  const planned = Map.groupBy(
    await run(plannedStatement, [paced.map(({ accountId }) => accountId), until, at]),
    ({ accountId }) => accountId,
  );
  const times = new Map<string, Date>();
  for (const [accountId, posts] of byAccount) {
    const { gapSeconds = 0, freeAt = at } = posts[0] ?? {};
    const free = freeAt >= infinity.future ? at : freeAt; // one of its posts is finishing
    const taken = (planned.get(accountId) ?? []).map(({ nextAt }) => nextAt);
    const slots = catchUpTimes({ from: at, freeAt: free, gapSeconds, taken, count: posts.length });
    posts.forEach(({ id }, index) => times.set(id, slots[index] ?? at));
  }
  return times;
}
