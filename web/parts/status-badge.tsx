import { Icon, type IconName } from './icon.tsx';
import styles from './status-badge.module.css';

type Tone = 'good' | 'bad' | 'wait' | 'warn' | 'calm';

const looks = {
  scheduled: { word: 'Scheduled', icon: 'clock', tone: 'warn' },
  posted: { word: 'Posted', icon: 'circle-check', tone: 'good' },
  partly: { word: 'Partly posted', icon: 'alert-circle', tone: 'warn' },
  failed: { word: 'Failed', icon: 'circle-x', tone: 'bad' },
  cancelled: { word: 'Cancelled', icon: 'circle-minus', tone: 'calm' },
  claimed: { word: 'Starting', icon: 'send', tone: 'wait' },
  sending: { word: 'Sending', icon: 'send', tone: 'wait' },
  processing: { word: 'Processing', icon: 'hourglass', tone: 'wait' },
  waiting: { word: 'Waiting', icon: 'hourglass', tone: 'warn' },
  'waits-for-network': { word: 'Waits for the network', icon: 'hourglass', tone: 'wait' },
  'by-hand': { word: 'Your turn', icon: 'user-circle', tone: 'warn' },
  approval: { word: 'Waits for approval', icon: 'hourglass', tone: 'wait' },
  approved: { word: 'Approved', icon: 'circle-check', tone: 'good' },
  'sent-back': { word: 'Sent back', icon: 'alert-circle', tone: 'warn' },
  'not-approved': { word: 'Held: not approved in time', icon: 'alert-triangle', tone: 'bad' },
  paused: { word: 'Paused', icon: 'player-pause', tone: 'calm' },
  checking: { word: 'Checking', icon: 'search', tone: 'wait' },
  uncertain: { word: 'Needs a look', icon: 'help-circle', tone: 'bad' },
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
} as const satisfies Record<string, { word: string; icon: IconName; tone: Tone }>;

/** Every status a badge can show. */
export type Status = keyof typeof looks;

type Props = { status: Status; /** Another word than the status's own. */ children?: string };

/** A status as icon, word and colour together. */
export function StatusBadge({ status, children }: Props) {
  const { word, icon, tone } = looks[status];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} size={14} />
      {children ?? word}
    </span>
  );
}
