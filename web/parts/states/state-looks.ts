import type { Attention } from '#contract/planning/schedules-calendar.ts';
import { bucketNames, type LedgerBucket } from '#rules/ledger.ts';
import type { IconName } from '../icons/icon.tsx';

/**
 * Each colour says whose turn it is: `calm` goes by itself, `wait` is somebody else's turn, `warn` is the viewer's,
 * `bad` is broken, `good` is done.
 */
export type Tone = 'good' | 'wait' | 'warn' | 'bad' | 'calm';

/** How a state is named and drawn. */
export type Look = { word: string; icon: IconName; tone: Tone };

/** How each state is named and drawn, the same on every screen: its word, its icon, its tone. */
export const stateLooks = {
  scheduled: { word: 'Scheduled', icon: 'clock', tone: 'calm' },
  posted: { word: 'Posted', icon: 'circle-check', tone: 'good' },
  partly: { word: 'Partly posted', icon: 'alert-circle', tone: 'warn' },
  failed: { word: 'Failed', icon: 'circle-x', tone: 'bad' },
  cancelled: { word: 'Cancelled', icon: 'circle-minus', tone: 'calm' },
  claimed: { word: 'Starting', icon: 'send', tone: 'wait' },
  sending: { word: 'Sending', icon: 'send', tone: 'wait' },
  processing: { word: 'Processing', icon: 'hourglass', tone: 'wait' },
  waiting: { word: 'Waiting', icon: 'hourglass', tone: 'wait' },
  'waits-for-network': { word: 'Waits for the network', icon: 'hourglass', tone: 'wait' },
  'by-hand': { word: 'Your turn', icon: 'user-circle', tone: 'warn' },
  approval: { word: 'Waits for approval', icon: 'hourglass', tone: 'wait' },
  approved: { word: 'Approved', icon: 'circle-check', tone: 'calm' },
  'sent-back': { word: 'Sent back', icon: 'arrow-back-up', tone: 'warn' },
  'not-approved': { word: 'Held: not approved in time', icon: 'alert-triangle', tone: 'bad' },
  paused: { word: 'Paused', icon: 'player-pause', tone: 'calm' },
  checking: { word: 'Checking', icon: 'search', tone: 'wait' },
  uncertain: { word: 'Needs a look', icon: 'help-circle', tone: 'warn' },
  missed: { word: 'Missed', icon: 'alert-triangle', tone: 'bad' },
  published: { word: 'Posted', icon: 'circle-check', tone: 'good' },
  late: { word: 'Not out yet', icon: 'hourglass', tone: 'warn' },
  active: { word: 'Active', icon: 'player-play', tone: 'good' },
  finished: { word: 'Finished', icon: 'check', tone: 'calm' },
  stopped: { word: 'Stopped', icon: 'ban', tone: 'bad' },
  connected: { word: 'Connected', icon: 'plug-connected', tone: 'good' },
  'hand-account': { word: 'By hand', icon: 'user-circle', tone: 'calm' },
  'not-checked': { word: 'Not checked', icon: 'help-circle', tone: 'calm' },
  ending: { word: 'Ends soon', icon: 'plug-off', tone: 'warn' },
  'needs-reconnecting': { word: 'Needs reconnecting', icon: 'plug-off', tone: 'bad' },
} as const satisfies Record<string, Look>;

/** Every state with a look. */
export type Status = keyof typeof stateLooks;

/** The buckets of the ledger. */
export const bucketLooks: Readonly<Record<LedgerBucket, Look>> = {
  published: stateLooks.published,
  failed: stateLooks.failed,
  missed: stateLooks.missed,
  cancelled: stateLooks.cancelled,
  uncertain: stateLooks.uncertain,
  waiting: { ...stateLooks.scheduled, word: bucketNames.waiting },
};

const doneLooks = {
  0: stateLooks.scheduled,
  1: stateLooks.posted,
  2: stateLooks.failed,
  3: stateLooks.cancelled,
} as const satisfies Record<number, Look>;

/** The look of a calendar item: by what it needs or, if it needs nothing, by its progress. */
export const eventLook = ({ done, attention }: { done: '0' | 1 | '2' | '3'; attention: Attention }): Look =>
  attention === '' ? doneLooks[done] : stateLooks[attention];
