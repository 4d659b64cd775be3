/**
 * The networks' own side: accounts, tokens and the posts in their feeds. No product code writes here, so it is
 * independent evidence.
 */

import type { NetworkId } from '#rules/eligibility.ts';
import type { Random } from '../random.ts';
import type { Scheduler } from './scheduler.ts';

/** A post in a feed. `era` counts how often a person has decided to publish its delivery again. */
export type Post = {
  id: string;
  marker: string;
  account: string;
  words: string;
  era: number;
  at: number;
  listedAt: number;
};

/** A request that was sent; it may arrive late, after its sender has given up. */
export type Request = { marker: string; account: string; token: string; era: number; sentAt: number; words: string };

/** A post that a network has accepted and is processing; `endsAt` Infinity: forever. */
type Work = { request: Request; endsAt: number; willFail: boolean; postId: string | null };

/** How a network behaves, apart from its faults. */
export type Profile = {
  id: NetworkId;
  canFind: boolean;
  encodes: boolean;
  refusesDuplicates: boolean;
  renews: boolean;
  keepsReplacedTokens: boolean;
};

/** The networks of a seed's accounts: with and without ways to read posts back. */
export const profiles: readonly Profile[] = [
  {
    id: 'telegram',
    canFind: false,
    encodes: false,
    refusesDuplicates: false,
    renews: false,
    keepsReplacedTokens: false,
  },
  {
    id: 'wordpress',
    canFind: true,
    encodes: false,
    refusesDuplicates: false,
    renews: false,
    keepsReplacedTokens: false,
  },
  { id: 'linkedin', canFind: true, encodes: true, refusesDuplicates: true, renews: true, keepsReplacedTokens: true },
  { id: 'twitter', canFind: false, encodes: false, refusesDuplicates: true, renews: true, keepsReplacedTokens: false },
  { id: 'reddit', canFind: true, encodes: false, refusesDuplicates: false, renews: true, keepsReplacedTokens: true },
  {
    id: 'facebook',
    canFind: false,
    encodes: true,
    refusesDuplicates: false,
    renews: false,
    keepsReplacedTokens: false,
  },
];

/** An account on its network: which tokens it accepts, and how long it asks us to wait. */
export type FeedAccount = {
  token: string;
  endsAt: number;
  renewal: string;
  replacedRenewal: string;
  waitsUntil: number;
};

/** The feeds of a seed. */
export type Feeds = {
  posts: Post[];
  work: Map<string, Work>;
  account(externalId: string): FeedAccount;
  /** Gives an account tokens; its previous ones become invalid. */
  issue(externalId: string, lastsMs: number): Readonly<Record<string, string>>;
  /** Creates a post, which is listed `lateMs` later. */
  post(request: Request, lateMs: number): Post;
  /** The number of requests and processing posts of a delivery that may still become posts. */
  pending(marker: string): number;
  addPending(marker: string, count: number): void;
};

/** Empty feeds. `onPost` is called for each post at once. */
export function createFeeds({
  scheduler,
  random,
  onPost,
}: {
  scheduler: Scheduler;
  random: Random;
  onPost: (post: Post) => void;
}): Feeds {
  const accounts = new Map<string, FeedAccount>();
  const pending = new Map<string, number>();
  const feeds: Feeds = {
    posts: [],
    work: new Map(),
    account: (externalId) => {
      const known = accounts.get(externalId) ?? {
        token: '',
        endsAt: Infinity,
        renewal: '',
        replacedRenewal: '',
        waitsUntil: 0,
      };
      accounts.set(externalId, known);
      return known;
    },
    issue: (externalId, lastsMs) => {
      const account = feeds.account(externalId);
      account.token = `token-${random.int(1, 1e9)}`;
      account.replacedRenewal = account.renewal;
      account.renewal = `renewal-${random.int(1, 1e9)}`;
      account.endsAt = scheduler.now() + lastsMs;
      return { token: account.token, renewal: account.renewal };
    },
    post: ({ marker, account, words, era }, lateMs) => {
      const made: Post = {
        id: String(feeds.posts.length + 1),
        marker,
        account,
        words,
        era,
        at: scheduler.now(),
        listedAt: scheduler.now() + lateMs,
      };
      feeds.posts.push(made);
      onPost(made);
      return made;
    },
    pending: (marker) => pending.get(marker) ?? 0,
    addPending: (marker, count) => {
      pending.set(marker, (pending.get(marker) ?? 0) + count);
    },
  };
  return feeds;
}
