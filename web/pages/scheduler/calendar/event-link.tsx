import { Link } from 'react-router';
import { Icon, type IconName } from '../../../parts/icon.tsx';
import styles from './events.module.css';
import type { CalendarEvent } from './events.ts';

type Done = CalendarEvent['done'];
const looks: Readonly<Record<`${Done}`, { word: string; icon: IconName; tone: string }>> = {
  0: { word: 'Scheduled', icon: 'clock', tone: 'warn' },
  1: { word: 'Posted', icon: 'circle-check', tone: 'good' },
  2: { word: 'Failed', icon: 'circle-x', tone: 'bad' },
  3: { word: 'Cancelled', icon: 'circle-minus', tone: 'calm' },
};

/** What an item is really waiting for, in place of its plain state. */
const attentionLooks = {
  uncertain: { word: 'Needs a look', icon: 'help-circle', tone: 'bad' },
  'by-hand': { word: 'Your turn', icon: 'user-circle', tone: 'warn' },
  paused: { word: 'Paused', icon: 'player-pause', tone: 'calm' },
  approval: { word: 'Waits for approval', icon: 'hourglass', tone: 'wait' },
  'sent-back': { word: 'Sent back', icon: 'alert-circle', tone: 'warn' },
  'not-approved': { word: 'Held: not approved in time', icon: 'alert-triangle', tone: 'bad' },
  missed: { word: 'Failed: missed', icon: 'alert-triangle', tone: 'bad' },
} as const satisfies Record<Exclude<CalendarEvent['attention'], ''>, { word: string; icon: IconName; tone: string }>;

type Props = { event: CalendarEvent; /** `line` shows the client and the status in words too. */ form: 'chip' | 'line' };

/** An item in the calendar: time, title, and its state by sign and colour. It leads to its schedule. */
export function EventLink({ event, form }: Props) {
  const { word, icon, tone } = event.attention === '' ? looks[event.done] : attentionLooks[event.attention];
  const time = event.local.slice(11);
  return (
    <Link to={`/schedule-detail/${event.schedule_id}`} className={styles.event} data-form={form} data-tone={tone} title={`${time} ${event.title} · ${event.client} · ${word}`}>
      <Icon name={icon} size={form === 'chip' ? 13 : 16} label={word} className={styles.eventIcon ?? ''} />
      <span className={styles.eventTime}>{time}</span>
      <span className={styles.eventTitle}>{event.title || 'Untitled'}</span>
      {form === 'line' && <span className={styles.eventClient}>{event.client}</span>}
    </Link>
  );
}
