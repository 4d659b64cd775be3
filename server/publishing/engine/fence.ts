/** The fence: records an attempt, owned by this worker, before its one irreversible request. */

import { createHash } from 'node:crypto';
import { storableJson, storableLink, storableText } from '../../base/lib/storable.ts';
import { batched } from './batch.ts';
import { isSent } from '../fragments.ts';
import { shaped, statement, type RowOf } from '../statement.ts';
import type { Run } from '../statements.ts';
import type { InOrder } from './priority-mutex.ts';

/**
 * The delivery is no longer this worker's to send: it was cancelled, moved or paused, or the lease expired. Adapters
 * let this error pass through.
 */
export class FenceRefused extends Error {
  constructor() {
    super('the fence was refused: this worker may no longer send this delivery');
  }
}

/** A request to pass: the delivery and its claim, the fingerprint of the payload, and the network's ids so far. */
export type Passage = {
  deliveryId: string;
  claim: number;
  fingerprint: string;
  remoteIds: Readonly<Record<string, string>>;
  now: Date;
  leaseUntil: Date;
};

/** A fingerprint of the payload about to be sent: SHA-256, hex. */
export const fingerprintOf = (payload: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(payload) ?? '')
    .digest('hex');

// Here and below each row is looked up by its id, whatever PostgreSQL estimates: given only a worker's name or a state,
// it would scan a whole index with its dead entries. So the name is joined in with the request, and the state has `||
// ''`.
const passStatement = statement({
  name: 'pass-fence',
  columns: {
    id: 'bigint',
    deliveryId: 'bigint',
    agencyId: 'bigint',
    accountId: 'bigint',
    marker: 'text',
    /** When earlier attempts passed the fence (ms). */
    known: shaped<number[]>(),
  },
  text: `
  with asked as materialized (
    select *, $4::text as worker from unnest($1::bigint[], $2::text[], $3::jsonb[], $7::int[]) as asked (id,
      fingerprint, remote_ids, claim)
  ), sent as (
    update deliveries d
    set state = 'sending', lease_until = $6, remote_ids = d.remote_ids || asked.remote_ids
    from asked
    where d.id = asked.id
      and d.worker = asked.worker and d.claim = asked.claim and d.state || '' = 'claimed' and d.lease_until > $5
        and not d.cancel_asked and not d.unapproved and not d.paused
      and (
        select a.paused_at is null and a.deleted_at is null and (select u.paused_at is null from users u
          where u.id = a.user_id)
        from social_accounts a
        where a.id = d.account_id)
      and (select g.paused_at is null and g.suspended_at is null from agencies g where g.id = d.agency_id)
      and not (select is_posting_held()) and coalesce($8::text = (select database_identity()), true)
    returning d.id, d.agency_id, d.account_id, d.marker, asked.fingerprint, d.remote_ids
  ), made as (
    insert into attempts (agency_id, delivery_id, number, worker, fingerprint, remote_ids, fenced_at)
    select sent.agency_id, sent.id, coalesce((select max(t.number) from all_attempts t where t.delivery_id = sent.id),
      0) + 1,
      $4, sent.fingerprint, sent.remote_ids, $5
    from sent
    returning id, delivery_id
  )
  select made.id, sent.id as "deliveryId", sent.agency_id as "agencyId", sent.account_id as "accountId", sent.marker,
    coalesce((select jsonb_agg(round(extract(epoch from t.fenced_at) * 1000)) from all_attempts t
      where t.delivery_id = sent.id), '[]') as known
  from made join sent on sent.id = made.delivery_id`,
});

/** An attempt on record, with what the journal keeps of it. */
export type Passed = RowOf<typeof passStatement.columns> & { fencedAt: Date };

/**
 * Passes deliveries through the fence; concurrent requests share one commit. Resolves to the attempt, or null if the
 * worker may no longer send the delivery. `identityOf`: the database that the worker has compared with its journal; any
 * other one refuses. Null if it has none.
 */
export function fenceOf(
  run: Run,
  worker: string,
  identityOf: () => string | null = () => null,
): (passage: Passage) => Promise<Passed | null> {
  return batched(
    async (passages) => {
      const latest = passages.reduce(
        (a, b) => (a.now > b.now ? a : b),
        passages[0] ?? { now: new Date(0), leaseUntil: new Date(0) },
      );
      const rows = await run(passStatement, [
        passages.map(({ deliveryId }) => deliveryId),
        passages.map(({ fingerprint }) => fingerprint),
        passages.map(({ remoteIds }) => storableJson(remoteIds)),
        worker,
        latest.now,
        latest.leaseUntil,
        passages.map(({ claim }) => claim),
        identityOf(),
      ]);
      const attempts = new Map(rows.map((row) => [row.deliveryId, { ...row, fencedAt: latest.now }]));
      // A batch may contain an earlier claim of the same delivery: only the latest one can have passed.
      const latestClaim = new Map<string, number>();
      for (const { deliveryId, claim } of passages)
        latestClaim.set(deliveryId, Math.max(claim, latestClaim.get(deliveryId) ?? 0));
      return passages.map(({ deliveryId, claim }) =>
        claim === latestClaim.get(deliveryId) ? (attempts.get(deliveryId) ?? null) : null,
      );
    },
    { max: 100 },
  );
}

const takeBackStatement = statement({
  name: 'take-back-attempt',
  columns: {},
  text: `
  with back as (
    update deliveries d set state = 'claimed'
    where d.id = $1 and d.worker = $2 and d.claim = $3 and d.state || '' = 'sending'
    returning d.id
  )
  delete from attempts t
  using back
  where t.delivery_id = back.id
    and t.number = (select max(l.number) from attempts l where l.delivery_id = back.id)`,
});

/** Undoes a passage whose answer was lost, if it was committed: nothing has been sent by it. */
export async function takeBack(
  run: Run,
  { deliveryId, worker, claim }: { deliveryId: string; worker: string; claim: number },
): Promise<void> {
  await run(takeBackStatement, [deliveryId, worker, claim]);
}

const rememberStatement = statement({
  name: 'remember-ids',
  columns: { id: 'bigint' },
  text: `
  update deliveries set remote_ids = remote_ids || $3::jsonb
  where id = $1 and worker = $2 and claim = $4 and state in ('claimed', 'sending')
  returning id`,
});

/** Stores the network's ids from the preparation; throws FenceRefused if this worker no longer holds the delivery. */
export async function remember(
  run: Run,
  given: { deliveryId: string; worker: string; claim: number; remoteIds: Readonly<Record<string, string>> },
): Promise<void> {
  const rows = await run(rememberStatement, [
    given.deliveryId,
    given.worker,
    storableJson(given.remoteIds),
    given.claim,
  ]);
  if (rows.length === 0) throw new FenceRefused();
}

const noteRefusedStatement = statement({
  name: 'note-refused',
  columns: {},
  text: `
  update attempts set outcome = 'unauthorized', finished_at = $3
  where id = $1 and delivery_id = $2 and outcome is null`,
});

/** An attempt at a delivery. A database that has lost commits gives its id again, to an attempt at another delivery. */
export type AttemptAt = { attemptId: string; deliveryId: string };

/** Records, in its own commit, that an attempt was refused: it published nothing, whatever comes next. */
export async function noteRefused(run: Run, { attemptId, deliveryId, now }: AttemptAt & { now: Date }): Promise<void> {
  await run(noteRefusedStatement, [attemptId, deliveryId, now]);
}

const storePostStatement = statement({
  name: 'store-post',
  columns: {},
  text: `
  with given as (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as given (delivery_id, attempt_id,
      post_id, post_url)
  ), known as (
    update attempts t set post_id = given.post_id
    from given
    where t.id = given.attempt_id and t.delivery_id = given.delivery_id
  )
  update deliveries d set post_id = given.post_id, post_url = given.post_url
  from given
  where d.id = given.delivery_id and ${isSent}`,
});

/**
 * An existing post: its delivery, the attempt that made it (left out if a check found it), the network's id and URL.
 */
export type KnownPost = { deliveryId: string; attemptId: string | null; postId: string; postUrl: string | null };

/** Commits the network's id separately, before anything that depends on it: the post is known whatever fails later. */
export function postStoreOf(run: Run, inOrder: InOrder): (post: KnownPost) => Promise<true> {
  return batched(
    async (posts) => {
      await run(storePostStatement, [
        posts.map(({ deliveryId }) => deliveryId),
        posts.map(({ attemptId }) => attemptId),
        posts.map(({ postId }) => storableText(postId)),
        posts.map(({ postUrl }) => storableLink(postUrl)),
      ]);
      return posts.map(() => true as const);
    },
    { max: 100, inOrder: (work) => inOrder('post', work) },
  );
}
