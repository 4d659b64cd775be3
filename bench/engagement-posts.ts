/** Published posts to measure: each account publishes one through its adapter, and the sandbox stores copies of it. */

import type { FreshAccount, Network, Networks, Outcome } from '#networks/network.ts';
import { aContent, aContext, aMedia } from '#networks/testing.ts';
import { aVisit, signIn } from '#networks/testing-consent.ts';
import { withOwnApp } from '#server/people/accounts/apps.ts';
import type { Sandbox } from '../sandbox/start.ts';
import type { Post } from '../sandbox/state/model.ts';
import { mp4 } from '../sandbox/testing.ts';

/** The networks that report engagement. */
export const measuredNetworks = ['facebook', 'youtube', 'twitter', 'vimeo'] as const;
export type MeasuredNetwork = (typeof measuredNetworks)[number];

/** An account and its posts. */
export type AccountWithPosts = { account: FreshAccount; postIds: string[] };

/**
 * The sandbox users that accounts are signed in as, in turn; Facebook's has more than enough pages. YouTube's second
 * channel hides its likes.
 */
const personas: Readonly<Record<MeasuredNetwork, readonly string[]>> = {
  facebook: ['10158000000000002'],
  youtube: ['yt-sunrise', 'yt-harbor', 'yt-maple'],
  twitter: ['1510000000000000001', '1510000000000000002', '1510000000000000003'],
  vimeo: ['sunrise', 'harbor'],
};

const signal = new AbortController().signal;
let copies = 0;

/** Accounts of a network with posts on each, all of them in the sandbox and published at that time. */
export async function postsAt(
  id: MeasuredNetwork,
  given: { sandbox: Sandbox; networks: Networks; accounts: number; posts: number; publishedAt: Date },
): Promise<AccountWithPosts[]> {
  const network = given.networks[id];
  if (network === undefined) throw new Error(`${id} is not there`);
  const made: AccountWithPosts[] = [];
  for (const account of await joinedAt(network, id, given.accounts)) {
    const postId = await publishOne(network, account, given.sandbox);
    made.push({ account, postIds: Array.from({ length: given.posts }, () => copy(given, { id, postId })) });
  }
  return made;
}

/** Signs in once for each account, or takes as many pages as needed from one sign-in. */
async function joinedAt({ consent }: Network, id: MeasuredNetwork, count: number): Promise<FreshAccount[]> {
  if (consent === undefined) throw new Error(`${id} has no consent page`);
  const accounts = new Map<string, FreshAccount>();
  for (let turn = 0; accounts.size < count; turn += 1) {
    const answer = await signIn(consent, personas[id][turn % personas[id].length] ?? '');
    let consented = answer;
    for (;;) {
      if (consented.kind !== 'connected') throw new Error(consented.message);
      for (const account of consented.accounts)
        accounts.set(id === 'facebook' ? account.externalId : String(accounts.size), account);
      if (consented.next === null || accounts.size >= count || consent.more === undefined) break;
      consented = await consent.more(consented.next, { signal });
    }
  }
  const { app } = aVisit();
  return [...accounts.values()]
    .slice(0, count)
    .map((account) => (id === 'vimeo' ? { ...account, credentials: withOwnApp(account.credentials, app) } : account));
}

async function publishOne(network: Network, account: FreshAccount, sandbox: Sandbox): Promise<string> {
  const isVideo = network.id === 'youtube' || network.id === 'vimeo';
  copies += 1;
  const content = aContent({
    title: `Loaf ${copies}`,
    text: `Bread number ${copies}.`,
    ...(isVideo ? { type: 'video', media: aMedia('video', { bytes: mp4() }) } : {}),
  });
  let outcome: Outcome = await network.publish(content, account, aContext());
  for (let look = 0; outcome.kind === 'processing' && look < 20; look += 1) {
    sandbox.clock.aheadMs += outcome.checkAfterSeconds * 1000;
    outcome = (await network.check?.(outcome.ticket, account, { signal })) ?? outcome;
  }
  if (outcome.kind !== 'published') throw new Error(`${network.id}: ${JSON.stringify(outcome)}`);
  return outcome.postId;
}

/** Copies a post, with the row that some networks keep beside it; returns the copy's id. */
function copy(
  { sandbox: { state }, publishedAt }: { sandbox: Sandbox; publishedAt: Date },
  { id, postId }: { id: MeasuredNetwork; postId: string },
): string {
  const sample = [...state.posts.values()].find((post) => post.network === id && post.key.endsWith(`/${postId}`));
  if (sample === undefined) throw new Error(`${id} has no post ${postId}`);
  copies += 1;
  const fresh = freshId(id, postId);
  const at = publishedAt.toISOString();
  const post: Post = {
    ...sample,
    key: sample.key.replace(postId, fresh),
    id: sample.id.replace(postId, fresh),
    createdAt: at,
    publishedAt: at,
  };
  state.apply({ kind: 'post', post });
  const stored = state.tables.youtubeVideos.get(postId);
  if (stored !== undefined)
    state.apply({ kind: 'row', table: 'youtubeVideos', id: fresh, value: { ...stored, id: fresh } });
  const video = state.tables.vimeoVideos.get(postId);
  if (video !== undefined)
    state.apply({ kind: 'row', table: 'vimeoVideos', id: fresh, value: { ...video, id: fresh } });
  return fresh;
}

/** An id in the network's form. */
function freshId(id: MeasuredNetwork, postId: string): string {
  const number = String(copies);
  switch (id) {
    case 'facebook':
      return `${postId.split('_')[0]}_8${number.padStart(14, '0')}`;
    case 'youtube':
      return `b${number.padStart(10, '0')}`;
    case 'twitter':
      return `19${number.padStart(17, '0')}`;
    case 'vimeo':
      return `3${number.padStart(9, '0')}`;
    default:
      return id satisfies never;
  }
}
