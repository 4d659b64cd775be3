/** Stores the conclusions of deliveries: one transaction for delivery, attempt, account, occurrence and next round. */

import { afterWithdrawal } from '#rules/approvals.ts';
import { nextOf } from '#rules/conclusion.ts';
import { isDone } from '#rules/delivery-states.ts';
import type { DeliveryNext } from '#rules/delivery.ts';
import { storableJson, storableText } from '../../base/lib/storable.ts';
import { batched } from './batch.ts';
import type { Clock } from './clock.ts';
import { factsOf, type DeliveryRow } from './delivery-row.ts';
import { toRecord, type Decided, type Finish, type FinishFacts } from './finish-record.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { statement } from '../statement.ts';
import { inTransaction, type Connections, type Run } from '../statements.ts';
import type { InOrder } from './priority-mutex.ts';

/**
 * As SQL: whether a wait that a network requests at $3 continues the previous one, which ended at `until`. A publish
 * may take ten minutes from the end of a wait to the next refusal.
 */
const goesOn = (until: string): string => `coalesce(${until} > $3::timestamptz - interval '10 minutes', false)`;

const finishStatement = statement({
  name: 'finish-deliveries',
  columns: { id: 'bigint', claim: 'int' },
  text: `
  with given as (
    select *, $2::text as worker from jsonb_to_recordset($1::jsonb) as given (
      id bigint, from_state text, attempt_id bigint, outcome text, detail jsonb, state text, next_at timestamptz,
        message text,
      settle_reads int, resent boolean, claim int, post_id text, post_url text, ticket jsonb, is_done boolean,
        free_at timestamptz, waits_until timestamptz, note text)
  ), tried as (
    update attempts t
    set outcome = given.outcome, detail = given.detail, finished_at = $3, post_id = coalesce(given.post_id, t.post_id)
    from given
    where t.id = given.attempt_id and t.delivery_id = given.id and given.outcome <> 'abandoned'
      and case when t.outcome is null then true else t.outcome = given.outcome and t.detail = '{}' end
  ), done as (
    update deliveries d
    set state = given.state, next_at = coalesce(given.next_at, 'infinity'), message = given.message,
      note = given.note, worker = null, lease_until = null,
      settle_reads = given.settle_reads, resent = given.resent, ticket = coalesce(given.ticket, d.ticket),
      post_id = coalesce(given.post_id, d.post_id), post_url = coalesce(given.post_url, d.post_url),
      published_at = case when given.state = 'published' then $3 else d.published_at end,
      finished_at = case when given.is_done then $3 end
    from given
    where d.id = given.id and d.worker = given.worker and d.claim = given.claim and d.state = given.from_state
    returning d.id, d.claim, d.account_id, given.free_at, given.waits_until
  ), freed as (
    update social_accounts a
    set free_at = token.free_at,
      waits_from = case when token.waits_until is null or ${goesOn('a.waits_until')} then a.waits_from else $3 end,
      waits_until = coalesce(token.waits_until, a.waits_until)
    from (select account_id, max(free_at) as free_at, max(waits_until) as waits_until from done
      where free_at is not null group by account_id) token
    where a.id = token.account_id
  )
  select id, claim from done`,
});

// Due deliveries that must wait for their account are rescheduled to when they can go: the first at `free_at`, each
// further one a pace later; those of a paused schedule get no turn. Claims then do not scan them again and again, and
// the worker wakes in time. NOTE: the order keeps the planner to the account's own index, since sorts are off
// (statements.ts): if its statistics show few scheduled rows, it prefers an index by time, and reads all due rows once
// per account (10,000 posts at once: 540 a second instead of 1,200).
const lineUpStatement = statement({
  name: 'line-up-account',
  columns: {},
  text: `
  with blocked as (
    select d.id, token.account_id, d.due_at, token.free_at
    from unnest($1::bigint[], $2::timestamptz[]) as token (account_id, free_at)
    cross join lateral (
      select d.id, d.due_at
      from deliveries d
      where d.account_id = token.account_id and d.state = 'scheduled' and not d.paused and d.next_at < token.free_at
      order by d.due_at, d.id
      for update skip locked
    ) d
  ), placed as (
    select blocked.id, blocked.free_at,
      row_number() over (partition by blocked.account_id order by blocked.due_at, blocked.id) - 1 as place,
        a.gap_seconds
    from blocked join social_accounts a on a.id = blocked.account_id
    where a.id = any($1::bigint[])
  )
  update deliveries d set next_at = placed.free_at + make_interval(secs => placed.place * placed.gap_seconds)
  from placed
  where d.id = placed.id`,
});

// A worker that lost its lease may still learn that its post exists. The delivery is uncertain by then; checking it now
// finds the id in the attempt.
const lateTruthStatement = statement({
  name: 'late-truth',
  columns: {},
  text: `update deliveries set next_at = $2, settle_reads = 0 where id = any($1::bigint[]) and state = 'uncertain'`,
});

const appWaitStatement = statement({
  name: 'network-waits',
  columns: {},
  text: `
  insert into network_waits (network, until, waits_from, waits_until)
  values ($1, $2, case when $4::timestamptz is not null then $3::timestamptz end, $4::timestamptz)
  on conflict (network) do update
  set until = greatest(network_waits.until, excluded.until),
    waits_from = case when excluded.waits_until is null or ${goesOn('network_waits.waits_until')}
      then network_waits.waits_from else excluded.waits_from end,
    waits_until = greatest(network_waits.waits_until, excluded.waits_until)`,
});

// Only if the refused credentials are still the stored ones: the person may have reconnected during the request.
const loseAccountStatement = statement({
  name: 'lose-account',
  columns: { id: 'bigint' },
  text: `
  update social_accounts set status = 'needs-reconnecting', status_message = $3
  where id = $1 and credentials = $2 and status = 'connected' and deleted_at is null
  returning id`,
});

const releaseReconnectedStatement = statement({
  name: 'release-reconnected',
  columns: {},
  text: `
  update deliveries d set state = 'scheduled', next_at = $2, message = ''
  from social_accounts a
  where d.id = any($1::bigint[]) and d.state = 'waiting' and a.id = d.account_id and a.status = 'connected'`,
});

/** An account that needs reconnecting from now on, with the network's reason. */
export type LostAccount = { accountId: string; agencyId: string; message: string };

/** Events for the engine's users, after the commit. */
export type FinishEvents = {
  /** Called once per account until it is reconnected. */
  onAccountLost?: (account: LostAccount) => Promise<void>;
};

/** Records outcomes, concurrent ones in one transaction. Returns whether the delivery was still this worker's. */
export function finisherOf({
  pool,
  worker,
  clock,
  events,
  inOrder,
  facts,
}: {
  pool: Connections;
  worker: string;
  clock: Clock;
  events: FinishEvents;
  inOrder: InOrder;
  facts: FinishFacts;
}): (finish: Finish) => Promise<boolean> {
  return batched(
    async (finishes) => {
      const { written, lost } = await inTransaction(pool, (run) =>
        finishAll(run, { finishes, worker, now: clock.now(), facts }),
      );
      for (const account of lost) await events.onAccountLost?.(account);
      return written;
    },
    { max: 200, inOrder: (work) => inOrder('outcome', work) },
  );
}

type Claimed = Pick<DeliveryRow, 'id' | 'claim'>;
/** A delivery, by the claim for which it is finished: the same batch may contain an earlier claim. */
const nameOf = ({ id, claim }: Claimed): string => `${id} ${claim}`;

type Written = { written: boolean[]; lost: LostAccount[] };

const requestedStatement = statement({
  name: 'list-asked',
  columns: { id: 'bigint', cancelRequested: 'bool', unapproved: 'bool' },
  text: `select id, cancel_asked as "cancelRequested", unapproved from deliveries where id = any($1::bigint[])
    and (cancel_asked or unapproved)`,
});

/** Decides next states; re-reads what people requested meanwhile, which matters only if a try would follow. */
async function decideAll(
  run: Run,
  finishes: readonly Finish[],
  { now, facts }: { now: Date; facts: FinishFacts },
): Promise<Decided[]> {
  const decide = ({ row, from, conclusion }: Finish, cancelRequested: boolean): DeliveryNext =>
    nextOf(conclusion, { ...factsOf(row, facts), state: from, canFind: facts.canFind(row), cancelRequested }, now);
  const decided = finishes.map((finish) => ({ ...finish, next: decide(finish, finish.row.cancelRequested) }));
  const again = decided
    .filter(({ next }) => next.state === 'scheduled' || next.state === 'waiting')
    .map(({ row }) => row.id);
  if (again.length === 0) return decided;
  const requested = new Map((await run(requestedStatement, [again])).map((row) => [row.id, row]));
  return decided.map((finish) => {
    const { cancelRequested = false, unapproved = false } = requested.get(finish.row.id) ?? {};
    const next = cancelRequested ? decide(finish, true) : finish.next;
    return { ...finish, next: unapproved ? afterWithdrawal(next) : next };
  });
}

async function finishAll(
  run: Run,
  { finishes: given, worker, now, facts }: { finishes: Finish[]; worker: string; now: Date; facts: FinishFacts },
): Promise<Written> {
  const lost: LostAccount[] = [];
  await lockSchedulesOf(run, [...new Set(given.map(({ row }) => row.occurrenceId))]);
  const finishes = await decideAll(run, given, { now, facts });
  const occurrences = [...new Set(finishes.filter(({ next }) => isDone(next)).map(({ row }) => row.occurrenceId))];
  const rows = await run(finishStatement, [
    `[${finishes.map((finish) => storableJson(toRecord(finish))).join(',')}]`,
    worker,
    now,
  ]);
  const written = new Set(rows.map(nameOf));
  const isWritten = ({ row }: Finish): boolean => written.has(nameOf(row));

  const late = finishes.filter((finish) => !isWritten(finish) && finish.next.state === 'published');
  if (late.length > 0) await run(lateTruthStatement, [late.map(({ row }) => row.id), now]);
  const paced = finishes.filter((finish) => isWritten(finish) && isPaced(finish.next, now));
  if (paced.length > 0)
    await run(lineUpStatement, [paced.map(({ row }) => row.accountId), paced.map(({ next }) => next.accountFreeAt)]);
  for (const { row, next } of finishes.filter(isWritten)) {
    if (next.appWaitUntil)
      await run(appWaitStatement, [row.network, next.appWaitUntil, now, next.namedWait?.until ?? null]);
    if (next.accountLost !== undefined && (await loseAccount(run, { row, message: next.accountLost, now }))) {
      lost.push({ accountId: row.accountId, agencyId: row.agencyId, message: next.accountLost });
    }
  }
  await settleOccurrences(run, { occurrenceIds: occurrences, now });
  return { written: finishes.map(isWritten), lost };
}

/** A wait below the minimum pace (a second) is over before a delivery could queue for it. */
const isPaced = ({ accountFreeAt }: DeliveryNext, now: Date): boolean =>
  accountFreeAt !== undefined && accountFreeAt.getTime() >= now.getTime() + 1000;

/** Marks the account; false if it is marked already, or was reconnected meanwhile: the delivery can then go at once. */
async function loseAccount(
  run: Run,
  { row, message, now }: { row: DeliveryRow; message: string; now: Date },
): Promise<boolean> {
  const lost = await run(loseAccountStatement, [row.accountId, row.credentials, storableText(message)]);
  if (lost.length === 0) await run(releaseReconnectedStatement, [[row.id], now]);
  return lost.length > 0;
}
