import type { Database } from '#db/database.ts';
import type { Engaged, Network, Networks } from '#networks/network.ts';
import { isGoneBelieved, nextReadAt, readAges } from '#rules/engagement.ts';
import type { AccountAccess } from '../../people/accounts/index.ts';
import { storableText } from '../../base/lib/storable.ts';
import { storeGone, storeProblem, storeReading, type DueRead } from './queries.ts';

/** The dependencies of reading. */
export type ReadingMeans = {
  db: Pick<Database, 'asSystem'>;
  networks: Networks;
  access: AccountAccess;
  now: () => Date;
};

/** The numbers of posts requested, read, and found deleted; unread ones are retried. */
export type ReadCount = { asked: number; read: number; gone: number };

/** Waits before a post that could not be read is retried, seconds. */
const unreachableSeconds = 1800;
const refusedSeconds = 6 * 3600;

type Reader = NonNullable<Network['engagement']>;

/**
 * Reads posts and stores their figures. Accounts are read one after the other; an account that must wait does not delay
 * the others.
 */
export async function readPosts(means: ReadingMeans, due: readonly DueRead[], signal: AbortSignal): Promise<ReadCount> {
  const count: ReadCount = { asked: 0, read: 0, gone: 0 };
  for (const posts of Map.groupBy(due, ({ accountId }) => accountId).values()) {
    if (signal.aborted) break;
    await readAccount(means, { posts, count, signal });
  }
  return count;
}

async function readAccount(
  means: ReadingMeans,
  { posts, count, signal }: { posts: readonly DueRead[]; count: ReadCount; signal: AbortSignal },
): Promise<void> {
  const [first] = posts;
  const network = first === undefined ? undefined : means.networks[first.network];
  if (first === undefined || network?.engagement === undefined) return;
  const read = (...given: Parameters<Reader>): Promise<Engaged> => network.engagement?.(...given) ?? nothing;
  const size = Math.max(1, network.limits.engagementBatch ?? 1);
  for (let index = 0; index < posts.length && !signal.aborted; index += size) {
    const batch = posts.slice(index, index + size);
    count.asked += batch.length;
    const engaged = await ask(means, { batch, first, read, signal });
    if (engaged.kind !== 'read') {
      // The account must wait, so all of its unread posts must wait too.
      await postpone(means, { posts: posts.slice(index), engaged });
      return;
    }
    await keep(means, { batch, engaged, count, ages: network.limits.readAgesHours ?? readAges });
  }
}

const nothing: Promise<Engaged> = Promise.resolve({ kind: 'read', figures: new Map(), gone: [] });

/** Reads from the network with working credentials; refused credentials are renewed once. */
async function ask(
  { access }: ReadingMeans,
  {
    batch,
    first: { agencyId, accountId },
    read,
    signal,
  }: { batch: readonly DueRead[]; first: DueRead; read: Reader; signal: AbortSignal },
): Promise<Engaged> {
  const postIds = batch.map(({ postId }) => postId);
  const fresh = await access({ agencyId, accountId });
  if (fresh.kind !== 'usable') return refusal(fresh);
  const engaged = await read(postIds, fresh.account, { signal });
  if (engaged.kind !== 'unauthorized') return engaged;
  const renewed = await access({ agencyId, accountId, refused: fresh.sealed });
  return renewed.kind === 'usable' ? read(postIds, renewed.account, { signal }) : engaged;
}

function refusal(fresh: Exclude<Awaited<ReturnType<AccountAccess>>, { kind: 'usable' }>): Engaged {
  switch (fresh.kind) {
    case 'refused':
    case 'cannot':
      return { kind: 'unauthorized', message: fresh.message };
    case 'gone':
      return { kind: 'unauthorized', message: 'The account is not connected any more.' };
    case 'rateLimited':
    case 'unreachable':
      return fresh;
    default:
      return fresh satisfies never;
  }
}

async function keep(
  { db, now }: ReadingMeans,
  {
    batch,
    engaged: { figures, gone },
    count,
    ages,
  }: {
    batch: readonly DueRead[];
    engaged: Extract<Engaged, { kind: 'read' }>;
    count: ReadCount;
    ages: readonly number[];
  },
): Promise<void> {
  await db.asSystem(async (tx) => {
    const at = now();
    for (const { deliveryId, postId, publishedAt } of batch) {
      const told = figures.get(postId);
      if (told !== undefined) {
        await storeReading(tx, { deliveryId, figures: told, nextReadAt: nextReadAt(publishedAt, at, ages), now: at });
        count.read += 1;
      } else if (gone.includes(postId) && isGoneBelieved(publishedAt, at)) {
        await storeGone(tx, { deliveryId, now: at });
        count.gone += 1;
      } else {
        const early = gone.includes(postId) ? nextReadAt(publishedAt, at, ages) : null;
        const retryAt = early ?? new Date(at.getTime() + unreachableSeconds * 1000);
        await storeProblem(tx, {
          deliveryIds: [deliveryId],
          problem: 'The network did not tell figures of this post.',
          retryAt,
        });
      }
    }
  });
}

async function postpone(
  { db, now }: ReadingMeans,
  { posts, engaged }: { posts: readonly DueRead[]; engaged: Exclude<Engaged, { kind: 'read' }> },
): Promise<void> {
  const seconds =
    engaged.kind === 'rateLimited'
      ? Math.max(60, engaged.retryAfterSeconds)
      : engaged.kind === 'unauthorized'
        ? refusedSeconds
        : unreachableSeconds;
  const retryAt = new Date(now().getTime() + seconds * 1000);
  await db.asSystem((tx) =>
    storeProblem(tx, {
      deliveryIds: posts.map(({ deliveryId }) => deliveryId),
      problem: storableText(engaged.message),
      retryAt,
    }),
  );
}
