/** The effects of time on deliveries: too late to send, too long without a connected account. */

import { deliveryMessages, reconnectLimitHours } from '#rules/delivery.ts';
import { repaceAccounts } from '../repace.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { isAccountPaused, isPaused, withPauses } from '../fragments.ts';
import { statement } from '../statement.ts';
import { inTransaction } from '../statements.ts';
import type { Engine } from './engine.ts';

const hour = 3_600_000;
const atOnce = 2000;

/**
 * As SQL: how long a wait of the network (`from`, `until`) has delayed a delivery `d` since it was due; the same as
 * isMissed in rules/lateness.ts.
 */
const keptBack = (from: string, until: string): string =>
  `case when ${until} > d.due_at then least(${until}, $1) - greatest(${from}, d.due_at) else interval '0' end`;

const lateStatement = statement({
  name: 'list-late',
  columns: { id: 'bigint', occurrenceId: 'bigint', accountId: 'bigint' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.account_id as "accountId"
  from deliveries d ${withPauses}
  left join network_waits w on w.network = d.network
  where d.state = 'scheduled' and d.next_at <= $1 and d.first_tried_at is null and d.due_at < $2
    and d.due_at + greatest(${keptBack('a.waits_from', 'a.waits_until')},
      ${keptBack('w.waits_from', 'w.waits_until')}) < $2 and not ${isPaused}
  limit $3`,
});

const missStatement = statement({
  name: 'miss-deliveries',
  columns: {},
  text: `
  update deliveries set state = 'missed', next_at = 'infinity', message = $3, finished_at = $2
  where id = any($1::bigint[]) and state = 'scheduled' and next_at < 'infinity' and first_tried_at is null
    and due_at < $4`,
});

/** Marks untried deliveries later than the limit as missed, except paused ones. Returns how many. */
export async function markMissed(engine: Engine): Promise<number> {
  const now = engine.clock.now();
  const floor = new Date(now.getTime() - engine.lateLimitHours * hour);
  return inBatches(engine, {
    list: lateStatement,
    values: [now, floor, atOnce],
    change: missStatement,
    changed: [now, deliveryMessages.missed, floor],
  });
}

// Deliveries that fall due for an account that needs reconnecting wait with it, visibly, and outside claims. The lock
// makes a concurrent reconnection either come first or find the waiting deliveries.
const holdStatement = statement({
  name: 'hold-for-reconnection',
  columns: {},
  text: `
  with lost as (
    select a.id
    from social_accounts a
    join users u on u.id = a.user_id
    join agencies g on g.id = a.agency_id
    where a.status = 'needs-reconnecting' and not ${isAccountPaused}
      and exists (select from deliveries d where d.account_id = a.id and not d.paused and d.state = 'scheduled'
        and d.next_at <= $1)
    order by a.id
    for share of a
  )
  update deliveries d
  set state = 'waiting', next_at = d.due_at + make_interval(hours => $2), message = $3
  from lost
  where d.state = 'scheduled' and not d.paused and d.next_at <= $1 and d.account_id = lost.id`,
});

const overdueStatement = statement({
  name: 'list-not-reconnected',
  columns: { id: 'bigint', occurrenceId: 'bigint', accountId: 'bigint' },
  text: `
  select id, occurrence_id as "occurrenceId", account_id as "accountId"
  from deliveries
  where state = 'waiting' and next_at <= $1
  limit $2`,
});

const giveUpStatement = statement({
  name: 'give-up-waiting',
  columns: {},
  text: `
  update deliveries set state = 'failed', next_at = 'infinity', message = $3, finished_at = $2
  where id = any($1::bigint[]) and state = 'waiting' and next_at <= $2`,
});

/**
 * Makes due deliveries of disconnected accounts wait, and fails those that have waited for a day. Returns how many
 * failed.
 */
export async function endWaiting(engine: Engine): Promise<number> {
  const now = engine.clock.now();
  await inTransaction(engine.pool, (run) =>
    run(holdStatement, [now, reconnectLimitHours, deliveryMessages.needsReconnecting('')]),
  );
  return inBatches(engine, {
    list: overdueStatement,
    values: [now, atOnce],
    change: giveUpStatement,
    changed: [now, deliveryMessages.notReconnected],
  });
}

type Change = {
  list: typeof lateStatement;
  values: readonly unknown[];
  change: typeof missStatement;
  changed: readonly unknown[];
};

async function inBatches(engine: Engine, { list, values, change, changed }: Change): Promise<number> {
  for (let all = 0; ;) {
    const count = await inTransaction(engine.pool, async (run) => {
      const rows = await run(list, values);
      const occurrenceIds = [...new Set(rows.map(({ occurrenceId }) => occurrenceId))];
      await lockSchedulesOf(run, occurrenceIds);
      if (rows.length > 0) await run(change, [rows.map(({ id }) => id), ...changed]);
      // Later deliveries of the account need not wait for their turn; otherwise they would become too late as well.
      await repaceAccounts(run, { accountIds: rows.map(({ accountId }) => accountId), now: engine.clock.now() });
      await settleOccurrences(run, { occurrenceIds, now: engine.clock.now() });
      return rows.length;
    });
    all += count;
    if (count < atOnce) return all;
  }
}
