import type { Data } from '#contract/index.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import type { Status } from '../../parts/status-badge.tsx';

/** A scheduled item as the page gets it. */
export type Item = Data<'fetch-scheduler'>['items'][number];
/** One account of a scheduled item. */
export type Delivery = Item['social_networks'][number];
/** What a person can decide about a delivery. */
export type Decision = Delivery['actions'][number];

/** What each decision's button says. */
export const decisionNames: Readonly<Record<Decision, string>> = {
  'it-is-there': 'It is there',
  'publish-again': 'Publish again',
  'publish-now': 'Publish now',
  'next-free-time': 'Move to the next free time',
};

/** What is known about a delivery that needs a person, and what to do; null where nothing has to be decided. */
export function situationOf({ state, actions, type }: Pick<Delivery, 'state' | 'actions' | 'type'>): string | null {
  if (actions.length === 0) return null;
  const name = networkNames[type];
  switch (state) {
    case 'uncertain':
      return `We sent this post, but ${name} did not say whether it arrived. Look at the account: if the post is there, tell us, so that it is not posted twice. If it is not, publish it again.`;
    case 'missed':
      return 'Its time passed while nothing could be sent. You can publish it now, or move it to the next time at which nothing else goes out.';
    case 'failed':
      return failureWords(name, actions);
    default:
      return 'This post waits for your decision.';
  }
}

function failureWords(name: string, actions: readonly Decision[]): string {
  return actions.includes('it-is-there')
    ? `${name} did not confirm this post. Look at the account before you publish again.`
    : `${name} did not take this post. Once the reason is gone, you can publish it again.`;
}

/** What publishing again can mean, asked before it happens; null where it cannot double a post. */
export const riskOf = (decision: Decision, state: Delivery['state'], network: NetworkId): string | null =>
  decision === 'publish-again' && state === 'uncertain' ? `If the post is on ${networkNames[network]} after all, it will be there twice.` : null;

/** The status of an item for its badge. */
export function itemStatus({ done, note, social_networks: deliveries }: Item): { status: Status; word: string | null } {
  if (done === 1) return note === '' ? { status: 'posted', word: null } : { status: 'partly', word: note };
  if (done === '2' && deliveries.some(({ state }) => state === 'uncertain')) return { status: 'uncertain', word: null };
  if (done === '2') return { status: deliveries.length > 0 && deliveries.every(({ state }) => state === 'missed') ? 'missed' : 'failed', word: note || 'Failed' };
  if (done === '3') return { status: 'cancelled', word: null };
  const open = deliveries.find(({ state }) => state !== 'scheduled' && state !== 'published' && state !== 'failed' && state !== 'cancelled');
  return open ? { status: open.state, word: null } : { status: 'scheduled', word: note || null };
}

/** Milliseconds until the page should look again: quick while something is due within two minutes or under way, else calmly. */
export function lookAgainAfter(items: readonly Item[], now: Date): number {
  const isLive = items.some(({ due_at, social_networks: deliveries }) =>
    deliveries.some(({ state }) => {
      switch (state) {
        case 'claimed':
        case 'sending':
        case 'processing':
          return true;
        case 'scheduled':
          return Date.parse(due_at) - now.getTime() < 120_000;
        case 'waiting':
        case 'uncertain':
        case 'published':
        case 'failed':
        case 'missed':
        case 'cancelled':
          return false;
        default:
          return state satisfies never;
      }
    }));
  return isLive ? 3_000 : 30_000;
}
