/**
 * Deliveries that may have been sent in a time that the database does not know: they become uncertain, are read back at
 * their networks, and otherwise become questions to a person. None of them is sent again by itself.
 */

import { networkIds } from '#rules/eligibility.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { readBack } from '#networks/read-back.ts';
import { isUnsent } from '../fragments.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { statement, type Row } from '../statement.ts';
import type { Run } from '../statements.ts';

/** An attempt that the database does not know; `postId` if its post is known. */
export type UnknownAttempt = { deliveryId: string; marker: string; fencedAt: Date; postId: string | null };

const listSentStatement = statement({
  name: 'list-unseen-sent',
  columns: { id: 'bigint', occurrenceId: 'bigint', fencedAt: 'timestamptz', postId: 'text | null' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", sent.fenced_at as "fencedAt", sent.post_id as "postId"
  from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::text[]) as sent (id, marker, fenced_at, post_id)
  join deliveries d on d.id = sent.id and d.marker = sent.marker
  where d.state not in ('published', 'cancelled')`,
});

// Also what was under a pause or without approval: that may have ended in the time that the database does not know. A
// post by hand asks its person in any case.
const listDueStatement = statement({
  name: 'list-unseen-due',
  columns: { id: 'bigint', occurrenceId: 'bigint', fencedAt: 'timestamptz', postId: 'text | null' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", $2::timestamptz as "fencedAt", null::text as "postId"
  from deliveries d
  join social_accounts a on a.id = d.account_id
  where ${isUnsent} and d.due_at <= $1 and not a.by_hand
    and ($3::bigint[] is null or d.account_id = any($3))`,
});

type Unseen = Row<typeof listDueStatement>;

const markStatement = statement({
  name: 'mark-unseen',
  columns: {},
  text: `
  with given as (
    select * from unnest($1::bigint[], $2::timestamptz[], $3::text[]) as given (id, fenced_at, post_id)
  ), chosen as (
    select d.id, d.agency_id, d.account_id, d.state, d.remote_ids, given.fenced_at, given.post_id,
      a.network = any($4) and a.deleted_at is null and a.status = 'connected' as is_readable
    from given
    join deliveries d on d.id = given.id
    join social_accounts a on a.id = d.account_id
    where d.state not in ('published', 'cancelled')
    order by d.id
    for update of d
  ), changed as (
    update deliveries d
    set state = case when chosen.post_id is null then 'uncertain' else 'published' end,
      next_at = case when chosen.post_id is null and chosen.is_readable then $5::timestamptz else 'infinity' end,
      message = case when chosen.post_id is not null then '' when chosen.is_readable then $6 else $7 end,
      note = '', worker = null, lease_until = null, claim = d.claim + 1, settle_reads = 0, resent = true,
      post_id = coalesce(chosen.post_id, d.post_id), first_tried_at = coalesce(d.first_tried_at, chosen.fenced_at),
      published_at = case when chosen.post_id is not null then chosen.fenced_at else d.published_at end,
      finished_at = case when chosen.post_id is null and chosen.is_readable then null else $5 end
    from chosen
    where d.id = chosen.id
  ), recorded as (
    insert into attempts (agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at, post_id, outcome,
      finished_at)
    select chosen.agency_id, chosen.id,
      coalesce((select max(t.number) from all_attempts t where t.delivery_id = chosen.id), 0) + 1,
      'journal', '', chosen.remote_ids, chosen.fenced_at, chosen.post_id,
      case when chosen.post_id is not null then 'published' end, case when chosen.post_id is not null then $5 end
    from chosen
  ), noted as (
    insert into unseen_deliveries (delivery_id, agency_id, account_id, noticed_at)
    select chosen.id, chosen.agency_id, chosen.account_id, $5 from chosen
    on conflict (delivery_id) do update set noticed_at = excluded.noticed_at
  )
  update social_accounts a set free_at = '-infinity'
  from chosen
  where chosen.state in ('claimed', 'sending') and a.id = chosen.account_id`,
});

/** The networks whose posts can be read back at all. */
export const readableNetworks = networkIds.filter((network) => readBack[network].length > 0);
const atOnce = 1000;

/**
 * Makes deliveries uncertain: those of `attempts`, and those of `accountIds` (null for all accounts) that are due now.
 * `since`: the first instant that the database does not know. Returns how many there are, and how many are settled.
 */
export async function askAboutUnseen(
  run: Run,
  {
    attempts,
    accountIds,
    since,
    now,
  }: { attempts: readonly UnknownAttempt[]; accountIds: readonly string[] | null; since: Date; now: Date },
): Promise<{ asked: number; settled: number }> {
  const sent = await run(listSentStatement, [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ marker }) => marker),
    attempts.map(({ fencedAt }) => fencedAt),
    attempts.map(({ postId }) => postId),
  ]);
  const due = await run(listDueStatement, [now, since, accountIds]);
  const unseen = new Map([...due, ...sent].map((one) => [one.id, one]));
  const all = [...unseen.values()].toSorted((a, b) => Number(BigInt(a.occurrenceId) - BigInt(b.occurrenceId)));
  for (let from = 0; from < all.length; from += atOnce) await mark(run, all.slice(from, from + atOnce), now);
  const settled = all.filter(({ postId }) => postId !== null).length;
  return { asked: all.length - settled, settled };
}

async function mark(run: Run, unseen: readonly Unseen[], now: Date): Promise<void> {
  const occurrenceIds = [...new Set(unseen.map(({ occurrenceId }) => occurrenceId))];
  await lockSchedulesOf(run, occurrenceIds);
  await run(markStatement, [
    unseen.map(({ id }) => id),
    unseen.map(({ fencedAt }) => fencedAt),
    unseen.map(({ postId }) => postId),
    readableNetworks,
    now,
    deliveryMessages.unseenChecking,
    deliveryMessages.unseen,
  ]);
  await settleOccurrences(run, { occurrenceIds, now });
}
