/** How an entry of the inbox says what happened. */
import { networkNames, type NetworkId } from './eligibility.ts';
import type { NotificationKind } from './inbox.ts';

/** What the sentence of an entry needs. `name` is the latest subject's, '' if it is gone; `count` counts events. */
export type Said = {
  kind: NotificationKind;
  count: number;
  /** The events are about more than one post, account, stream, video or month. */
  various: boolean;
  name: string;
  network: NetworkId | null;
};

/** `{kind: 'delivery.failed', count: 3, various: true} -> '3 posts failed'`; one subject is named. */
export function sayNotification(said: Said): string {
  const { kind, count, various } = said;
  const [one, many] = sentences[kind];
  if (various || said.name === '') return count === 1 ? many('a', 1) : many(String(count), count);
  return one(said);
}

const quoted = ({ name }: Said): string => `“${name}”`;
const at = ({ network }: Said): string => (network === null ? '' : ` on ${networkNames[network]}`);
const posts = (n: number): string => (n === 1 ? 'post' : 'posts');
const some = (n: number, noun: string): string => (n === 1 ? noun : `${noun}s`);

/** Starts with a capital, also for `a`. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Sentence = readonly [one: (said: Said) => string, many: (amount: string, n: number) => string];

const sentences: Readonly<Record<NotificationKind, Sentence>> = {
  'delivery.failed': [
    (said) => `${quoted(said)} failed${said.count === 1 ? '' : ` at ${said.count} accounts`}`,
    (amount, n) => capital(`${amount} ${posts(n)} failed`),
  ],
  'delivery.missed': [
    (said) => `${quoted(said)} missed its time`,
    (amount, n) => capital(`${amount} ${posts(n)} missed ${n === 1 ? 'its' : 'their'} time`),
  ],
  'delivery.uncertain': [
    (said) => `Check whether ${quoted(said)} is out`,
    (amount, n) => `Check whether ${amount} ${posts(n)} ${n === 1 ? 'is' : 'are'} out`,
  ],
  'delivery.by_hand': [
    (said) => `Please post ${quoted(said)} by hand`,
    (amount, n) => `Please post ${amount} ${posts(n)} by hand`,
  ],
  'post.held': [
    (said) => `${quoted(said)} is held: it is not approved`,
    (amount, n) => capital(`${amount} ${posts(n)} ${n === 1 ? 'is' : 'are'} held: not approved in time`),
  ],
  'account.needs_reconnecting': [
    (said) => `Please reconnect ${quoted(said)}${at(said)}`,
    (amount, n) => `Please reconnect ${amount === 'a' ? 'an' : amount} ${some(n, 'account')}`,
  ],
  'account.expires_soon': [
    (said) => `The connection of ${quoted(said)}${at(said)} ends soon`,
    (amount, n) =>
      n === 1 ? 'The connection of an account ends soon' : `The connections of ${amount} accounts end soon`,
  ],
  'approval.asked': [
    (said) => `${quoted(said)} waits for your approval`,
    (amount, n) => capital(`${amount} ${posts(n)} ${n === 1 ? 'waits' : 'wait'} for your approval`),
  ],
  'approval.approved': [
    (said) => `${quoted(said)} is approved`,
    (amount, n) => capital(`${amount} ${posts(n)} ${n === 1 ? 'is' : 'are'} approved`),
  ],
  'approval.sent_back': [
    (said) => `${quoted(said)} was sent back`,
    (amount, n) => capital(`${amount} ${posts(n)} ${n === 1 ? 'was' : 'were'} sent back`),
  ],
  'approval.withdrawn': [
    (said) => `The approval of ${quoted(said)} was withdrawn`,
    (amount, n) => (n === 1 ? 'An approval was withdrawn' : `${amount} approvals were withdrawn`),
  ],
  'approval.commented': [
    (said) => `${said.count === 1 ? 'A comment' : `${said.count} comments`} on ${quoted(said)}`,
    (amount, n) => capital(`${amount} ${some(n, 'comment')} on ${n === 1 ? 'a post' : 'posts'}`),
  ],
  'schedule.finished': [
    (said) => `${quoted(said)} has finished`,
    (amount, n) => capital(`${amount} ${some(n, 'schedule')} ${n === 1 ? 'has' : 'have'} finished`),
  ],
  'schedule.stopped': [
    (said) => `${quoted(said)} has stopped`,
    (amount, n) => capital(`${amount} ${some(n, 'schedule')} ${n === 1 ? 'has' : 'have'} stopped`),
  ],
  'report.mailed': [
    (said) => `The report of ${said.name} was mailed`,
    (amount, n) => capital(`${amount} ${some(n, 'report')} ${n === 1 ? 'was' : 'were'} mailed`),
  ],
  'report_pdf.ready': [
    (said) => `The PDF of the report of ${said.name} is ready`,
    (amount, n) => capital(`${amount} ${some(n, 'PDF')} of reports ${n === 1 ? 'is' : 'are'} ready`),
  ],
  'report_pdf.failed': [
    (said) => `The PDF of the report of ${said.name} could not be made`,
    (amount, n) => capital(`${amount} ${some(n, 'PDF')} of reports could not be made`),
  ],
  'video.finished': [
    (said) => `${quoted(said)} is ready`,
    (amount, n) => capital(`${amount} ${some(n, 'video')} ${n === 1 ? 'is' : 'are'} ready`),
  ],
  'video.failed': [
    (said) => `${quoted(said)} could not be made`,
    (amount, n) => capital(`${amount} ${some(n, 'video')} could not be made`),
  ],
};
