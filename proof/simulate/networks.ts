/**
 * The networks as a worker reaches them: the interface of `networks/network.ts`, with all faults that can happen on the
 * way.
 */

import type {
  Account,
  Found,
  Network,
  Networks,
  Outcome,
  PostContent,
  PublishContext,
  Refreshed,
} from '#networks/network.ts';
import { profiles, type Profile, type Request } from './feed.ts';
import type { Actor } from './scheduler.ts';
import { createReceiver } from './receiver.ts';
import type { NetworkMeans } from './network-means.ts';

const minute = 60_000;

/** The networks for one worker. `running` counts its requests in flight. */
export function networksFor(actor: Actor, means: NetworkMeans, running: Map<Actor, number>): Networks {
  return Object.fromEntries(profiles.map((profile) => [profile.id, networkOf(profile, { ...means, actor, running })]));
}

type Means = NetworkMeans & { actor: Actor; running: Map<Actor, number> };

function networkOf(profile: Profile, means: Means): Network {
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    means.running.set(means.actor, (means.running.get(means.actor) ?? 0) + 1);
    try {
      return await work();
    } finally {
      means.running.set(means.actor, (means.running.get(means.actor) ?? 1) - 1);
    }
  };
  return {
    id: profile.id,
    limits: {
      gapSeconds: means.gapSeconds.get(profile.id) ?? 0,
      parallel: 3,
      textLength: null,
      captionLength: null,
      titleLength: null,
      lengthUnit: 'utf16',
      imageBytes: null,
      videoBytes: null,
      videoSeconds: null,
    },
    publish: (content, account, context) => counted(() => publish(profile, means, { content, account, context })),
    ...(profile.encodes
      ? {
          check: (ticket: Readonly<Record<string, string>>, _account: Account, { signal }: { signal: AbortSignal }) =>
            counted(() => check(means, { ticket, signal })),
        }
      : {}),
    ...(profile.canFind
      ? {
          find: (content: PostContent, account: Account, _attempt: unknown, { signal }: { signal: AbortSignal }) =>
            counted(() => find(means, { content, account, signal })),
        }
      : {}),
    ...(profile.renews
      ? {
          refresh: (account: Account, { signal }: { signal: AbortSignal }) =>
            counted(() => refresh(profile, means, { account, signal })),
        }
      : {}),
  };
}

/** Waits a while in virtual time; false if the signal ended it. */
function pass({ scheduler, actor }: Means, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve(false);
      return;
    }
    const over = (): void => {
      signal?.removeEventListener('abort', broken);
      resolve(true);
    };
    const take = scheduler.after(actor, milliseconds, over);
    const broken = (): void => {
      take();
      resolve(false);
    };
    signal?.addEventListener('abort', broken, { once: true });
  });
}

const never = (): Promise<never> => new Promise(() => {});
const short = ({ random }: Means): number => random.pick([1, 30, 200, 1500]);

async function publish(
  profile: Profile,
  means: Means,
  { content, account, context }: { content: PostContent; account: Account; context: PublishContext },
): Promise<Outcome> {
  const { faults, random } = means;
  const { marker } = content;
  if (!(await pass(means, short(means), context.signal))) return { kind: 'unreachable', message: 'broken off' };
  if (faults.strikes('not reachable while preparing', 0.06)) return { kind: 'unreachable', message: 'no route' };
  if (faults.strikes('adapter broke before the fence', 0.02)) throw new Error('the adapter broke');
  const remembered = context.remembered['draft'];
  if (remembered !== undefined && remembered !== marker) means.broken(`a delivery remembers the ids of another one`);
  if (random.chance(0.2)) {
    await context.remember({ draft: marker });
    await pass(means, short(means), context.signal);
  }
  await context.fence({ payload: content.text, ...(random.chance(0.3) ? { remoteIds: { container: marker } } : {}) });
  if (faults.strikes('worker killed right after the fence', 0.05)) {
    await means.kill(means.actor);
    return never();
  }
  const request: Request = {
    marker,
    account: account.externalId,
    token: account.credentials['token'] ?? '',
    era: means.eraOf(marker),
    sentAt: means.scheduler.now(),
    words: content.text,
  };
  if (faults.strikes('not reachable', 0.08)) return { kind: 'unreachable', message: 'refused' };
  return send(profile, means, { request, signal: context.signal });
}

async function send(
  profile: Profile,
  means: Means,
  { request, signal }: { request: Request; signal: AbortSignal },
): Promise<Outcome> {
  const { faults, random, scheduler, actor } = means;
  const takes = durationOf(means);
  const receiver = createReceiver(profile, means);
  let answer: Outcome | null = null;
  if (!faults.strikes('lost before the post was made', 0.12)) {
    means.feeds.addPending(request.marker, 1);
    scheduler.after(means.outside, Math.floor(takes * random.next()), () => {
      means.feeds.addPending(request.marker, -1);
      answer = receiver(request);
    });
  }
  if (faults.strikes('worker killed during a request', 0.04))
    scheduler.after(actor, Math.floor(takes * random.next()), () => {
      void means.kill(actor);
    });
  const isOver = await pass(means, takes, signal);
  if (!isOver && random.chance(0.5)) throw signal.reason;
  const told = answerOf(answer);
  if (!isOver || told === null) return { kind: 'unknown', message: 'no answer' };
  if (told.kind === 'published') return afterPost(means, told, request);
  return told;
}

// The compiler does not see that a callback may have set this meanwhile.
const answerOf = (answer: Outcome | null): Outcome | null => answer;

function afterPost(
  { faults, feeds }: Means,
  told: Extract<Outcome, { kind: 'published' }>,
  { account, token }: Request,
): Outcome {
  if (faults.strikes('lost after the post was made', 0.12)) return { kind: 'unknown', message: 'cut off' };
  if (faults.strikes('error, but the post was made', 0.08)) return { kind: 'unknown', message: 'HTTP 500' };
  if (faults.strikes('answer without an id', 0.03)) return { ...told, postId: '' };
  if (faults.strikes('adapter broke after the post was made', 0.03)) throw new Error('the adapter broke');
  if (faults.strikes('told a changed account', 0.06))
    return {
      ...told,
      account: { profile: { told: 'yes' }, credentials: { token, renewal: feeds.account(account).renewal } },
    };
  return told;
}

/** How long a request takes; the engine aborts the slowest. */
function durationOf({ faults, random }: Means): number {
  if (faults.strikes('slower than the limit', 0.03)) return random.int(9, 16) * minute;
  if (faults.strikes('slower than a lease', 0.06)) return random.int(61, 200) * 1000;
  if (faults.strikes('slow answer', 0.12)) return random.int(5, 50) * 1000;
  return random.pick([3, 40, 250, 1800]);
}

async function check(
  means: Means,
  { ticket, signal }: { ticket: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Outcome> {
  const { faults, random, feeds, scheduler } = means;
  if (!(await pass(means, short(means), signal))) return { kind: 'unknown', message: 'broken off' };
  if (faults.strikes('check went wrong', 0.15)) {
    if (random.chance(0.2)) throw new Error('the adapter broke');
    return random.pick<Outcome>([
      { kind: 'unreachable', message: 'no route' },
      { kind: 'unknown', message: 'HTTP 500' },
      { kind: 'rateLimited', retryAfterSeconds: 90, scope: 'account', message: 'slower' },
      { kind: 'unauthorized', message: 'who are you' },
    ]);
  }
  const work = feeds.work.get(ticket['work'] ?? '');
  if (work === undefined) return { kind: 'rejected', message: 'no such work' };
  if (work.endsAt > scheduler.now())
    return { kind: 'processing', ticket, checkAfterSeconds: random.pick([1, 30, 600, 7200]) };
  if (work.postId === null)
    return work.willFail
      ? { kind: 'rejected', message: 'encoding failed' }
      : { kind: 'processing', ticket, checkAfterSeconds: 1 };
  return { kind: 'published', postId: work.postId, postUrl: null };
}

async function find(
  means: Means,
  { content, account, signal }: { content: PostContent; account: Account; signal: AbortSignal },
): Promise<Found> {
  const { faults, feeds, scheduler } = means;
  if (!(await pass(means, short(means), signal))) return { kind: 'undecided', message: 'broken off' };
  if (faults.strikes('look for the post undecided', 0.1)) return { kind: 'undecided', message: 'HTTP 500' };
  if (faults.strikes('look for the post broke', 0.03)) throw new Error('the adapter broke');
  // Networks show a post's text, not its delivery: a search for another text does not find it.
  const post = feeds.posts.find(
    ({ marker, account: at, words, listedAt }) =>
      marker === content.marker && words === content.text && at === account.externalId && listedAt <= scheduler.now(),
  );
  if (post !== undefined) return { kind: 'found', postId: post.id, postUrl: null };
  const isEncoding = [...feeds.work.values()].some(
    ({ request, endsAt }) => request.marker === content.marker && endsAt > scheduler.now(),
  );
  if (isEncoding) return { kind: 'undecided', message: 'busy' };
  // A list is complete once all requests in flight have arrived: minutes later, long before the last read of it.
  return means.setsClocks && feeds.pending(content.marker) > 0
    ? { kind: 'undecided', message: 'busy' }
    : { kind: 'absent' };
}

async function refresh(
  profile: Profile,
  means: Means,
  { account, signal }: { account: Account; signal: AbortSignal },
): Promise<Refreshed> {
  const { faults, random, feeds, scheduler } = means;
  if (!(await pass(means, short(means), signal))) return { kind: 'unreachable', message: 'broken off' };
  if (faults.strikes('token renewal failed', 0.1))
    return random.pick<Refreshed>([
      { kind: 'unreachable', message: 'no route' },
      { kind: 'rateLimited', retryAfterSeconds: 60, message: 'slower' },
    ]);
  const known = feeds.account(account.externalId);
  const given = account.credentials['renewal'];
  if (given !== known.renewal && !(profile.keepsReplacedTokens && given === known.replacedRenewal))
    return { kind: 'unauthorized', message: 'the renewal is used up' };
  const lastsMs = random.int(1, 12) * 60 * minute;
  const credentials = feeds.issue(account.externalId, lastsMs);
  if (faults.strikes('token renewal lost', 0.04)) return { kind: 'unreachable', message: 'cut off' };
  return { kind: 'refreshed', credentials, expiresAt: new Date(scheduler.now() + lastsMs) };
}
