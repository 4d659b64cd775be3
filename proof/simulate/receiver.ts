/** A network's handling of a request that has reached it. */

import type { Outcome } from '#networks/network.ts';
import type { NetworkMeans } from './network-means.ts';
import type { Profile, Request } from './feed.ts';

const hour = 3_600_000;

/** Answers requests to one network, each when it arrives, even long after its sender has given up. */
export const createReceiver =
  (profile: Profile, means: NetworkMeans) =>
  (request: Request): Outcome => {
    const { faults, feeds, random, scheduler } = means;
    means.onRequest(request);
    const now = scheduler.now();
    const account = feeds.account(request.account);
    if (request.token !== account.token || account.endsAt <= now)
      return { kind: 'unauthorized', message: 'who are you' };
    if (faults.strikes('token refused', 0.05)) {
      account.endsAt = now;
      return { kind: 'unauthorized', message: 'access was withdrawn' };
    }
    const refusal = refuse(request, means);
    if (refusal !== null) return refusal;
    if (
      profile.refusesDuplicates &&
      feeds.posts.some(({ marker, account: at }) => marker === request.marker && at === request.account)
    ) {
      faults.count('duplicate refused');
      return { kind: 'rejected', message: 'You have already said that' };
    }
    if (profile.encodes && random.chance(0.7)) return takeForProcessing(request, means);
    // Even late listings come before the last read.
    const lateMs = !means.setsClocks && faults.strikes('listed late', 0.2) ? random.int(1, 10) * 60_000 : 0;
    const post = feeds.post(request, lateMs);
    return { kind: 'published', postId: post.id, postUrl: null };
  };

function refuse(request: Request, { faults, feeds, random, scheduler }: NetworkMeans): Outcome | null {
  const now = scheduler.now();
  const account = feeds.account(request.account);
  const rest = (account.waitsUntil - now) / 1000;
  if (rest > 0) return { kind: 'rateLimited', retryAfterSeconds: Math.ceil(rest), scope: 'account', message: 'slower' };
  if (faults.strikes('rate limit of the account', 0.08)) {
    const retryAfterSeconds = random.pick([0, 2, 45, 900, 4000, 30_000, NaN]);
    account.waitsUntil = Number.isNaN(retryAfterSeconds) ? 0 : now + retryAfterSeconds * 1000;
    return { kind: 'rateLimited', retryAfterSeconds, scope: 'account', message: random.pick(['slower', '']) };
  }
  if (faults.strikes('rate limit of the app', 0.04))
    return { kind: 'rateLimited', retryAfterSeconds: random.pick([10, 600, 8000]), scope: 'app', message: 'slower' };
  if (faults.strikes('rejected', 0.05)) return { kind: 'rejected', message: 'we do not like it' };
  return null;
}

function takeForProcessing(request: Request, { faults, feeds, random, scheduler, outside }: NetworkMeans): Outcome {
  faults.count('taken for processing');
  const willFail = faults.strikes('processing failed', 0.2);
  const takes = random.pick([2000, 40_000, 600_000, 5 * hour, 30 * hour]);
  const ticket = String(feeds.work.size + 1);
  feeds.work.set(ticket, { request, endsAt: scheduler.now() + takes, willFail, postId: null });
  feeds.addPending(request.marker, 1);
  scheduler.after(outside, takes, () => {
    feeds.addPending(request.marker, -1);
    const work = feeds.work.get(ticket);
    if (!willFail && work !== undefined) work.postId = feeds.post(request, 0).id;
  });
  return { kind: 'processing', ticket: { work: ticket }, checkAfterSeconds: random.pick([1, 20, 300, 100_000]) };
}
