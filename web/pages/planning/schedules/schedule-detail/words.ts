import type { Data } from '#contract/index.ts';
import { counted } from '../../../../lib/words.ts';
import type { Status } from '../../../../parts/states/state-looks.ts';

/** A scheduled item as the page receives it. */
export type Item = Data<'fetch-scheduler'>['items'][number];
/** One account of a scheduled item. */
export type Delivery = Item['social_networks'][number];
/** Whether a person should post a delivery by hand now. */
export const isByHand = ({ actions }: Pick<Delivery, 'actions'>): boolean => actions.includes('posted-by-hand');

/**
 * The status of a delivery for its badge: a person is asked about an uncertain one only after the automatic checks have
 * ended.
 */
export const deliveryStatus = ({ state, actions, paused }: Pick<Delivery, 'state' | 'actions' | 'paused'>): Status =>
  isByHand({ actions })
    ? 'by-hand'
    : paused !== null
      ? 'paused'
      : state === 'uncertain' && actions.length === 0
        ? 'checking'
        : state;

/** The status of an item for its badge. */
export function itemStatus({ done, note, approval, social_networks: deliveries }: Item): {
  status: Status;
  word: string | null;
} {
  if (done === 1) return note === '' ? { status: 'posted', word: null } : { status: 'partly', word: note };
  if (done === '2' && deliveries.some(({ state }) => state === 'uncertain')) return { status: 'uncertain', word: null };
  if (done === '2')
    return {
      status: deliveries.length > 0 && deliveries.every(({ state }) => state === 'missed') ? 'missed' : 'failed',
      word: note || 'Failed',
    };
  if (done === '3') return { status: 'cancelled', word: null };
  if (approval !== null && approval.state !== 'approved')
    return {
      status: approval.held ? 'not-approved' : approval.state === 'sent-back' ? 'sent-back' : 'approval',
      word: null,
    };
  if (deliveries.some(isByHand)) return { status: 'by-hand', word: null };
  if (deliveries.some(({ paused }) => paused !== null)) return { status: 'paused', word: null };
  const open = deliveries.find(
    ({ state }) => state !== 'scheduled' && state !== 'published' && state !== 'failed' && state !== 'cancelled',
  );
  return open ? { status: deliveryStatus(open), word: null } : { status: 'scheduled', word: note || null };
}

const troubles: readonly Delivery['state'][] = ['failed', 'missed', 'uncertain', 'waiting'];

/**
 * The earliest time at which an item can be published if its networks asked to wait beyond its planned time; the latest
 * of these times, null for none.
 */
export const waitsUntil = ({ social_networks: deliveries }: Pick<Item, 'social_networks'>): string | null =>
  deliveries
    .flatMap(({ waits_until: until }) => (until === null ? [] : [until]))
    .toSorted()
    .at(-1) ?? null;

/** Why an item is not published everywhere, in a line; '' if nothing failed and nothing waits. */
export function reasonOf({ social_networks: deliveries }: Pick<Item, 'social_networks'>): string {
  const troubled = deliveries.filter(
    (delivery) =>
      troubles.includes(delivery.state) ||
      delivery.paused !== null ||
      delivery.waits_until !== null ||
      isByHand(delivery),
  );
  const messages = new Set(troubled.map(({ message }) => message));
  const [message = ''] = messages;
  return messages.size > 1 ? `${troubled.length} accounts, each for its own reason` : message;
}

/** The accounts at which an item certainly failed and can be sent again. */
export const failedOf = ({ social_networks: deliveries }: Pick<Item, 'social_networks'>): readonly Delivery[] =>
  deliveries.filter(({ state, actions }) => state === 'failed' && actions.includes('publish-again'));

/** Milliseconds until the next read: short while something is due within two minutes or in progress, otherwise long. */
export function lookAgainAfter(items: readonly Item[], now: Date): number {
  const isLive = items.some(({ due_at, social_networks: deliveries }) =>
    deliveries.some(({ state, paused, unapproved, waits_until: until }) => {
      switch (state) {
        case 'claimed':
        case 'sending':
        case 'processing':
          return true;
        case 'scheduled':
          return paused === null && !unapproved && Date.parse(until ?? due_at) - now.getTime() < 120_000;
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
    }),
  );
  return isLive ? 3_000 : 30_000;
}

/** What is published while the schedule is not paused, of its accounts and those that need reconnecting. */
export function goesOutOf({ accounts, lost }: { accounts: number; lost: number }): string {
  if (lost === 0) return 'The posts of this schedule go out as planned.';
  if (lost >= accounts)
    return `Nothing goes out: ${accounts === 1 ? 'its account needs' : 'its accounts need'} reconnecting.`;
  return `The posts of this schedule go out as planned, but not to ${counted(lost, 'account')} that ${
    lost === 1 ? 'needs' : 'need'
  } reconnecting.`;
}
