import type { NetworkId } from '#rules/eligibility.ts';
import { Face } from '../../../parts/face.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { NetworkIcon } from '../../../parts/network-icon.tsx';
import { eventLook } from '../../../parts/state-looks.ts';
import { Thumbnail } from '../../../parts/thumbnail.tsx';
import styles from './events.module.css';
import type { CalendarEvent } from './events.ts';
import { isMovable } from './move/times.ts';

/** Opens an event beside the box that was pressed. */
export type OpenEvent = (opened: OpenedEvent) => void;

/** The event that was pressed, and its box. */
export type OpenedEvent = { event: CalendarEvent; button: HTMLElement };

type Props = {
  event: CalendarEvent;
  /** `chip` is a line of a month's day, `box` has two lines, `line` says everything in words. */
  form: 'chip' | 'box' | 'line';
  onOpen: OpenEvent;
};

/** An item in the calendar: client, time, title and networks; coloured only where it needs somebody. */
export function EventButton({ event, form, onOpen }: Props) {
  const { word, icon, tone } = eventLook(event);
  const time = event.local.slice(11);
  const title = event.title || 'Untitled';
  const state = <Icon name={icon} size={form === 'line' ? 16 : 13} label={word} className={styles.eventIcon ?? ''} />;
  return (
    <button
      type="button"
      className={styles.event}
      data-form={form}
      data-event={event.id}
      data-movable={isMovable(event) || undefined}
      aria-keyshortcuts={isMovable(event) ? 'm' : undefined}
      data-tone={tone}
      aria-haspopup="dialog"
      title={`${time} ${title} · ${event.client} · ${word}`}
      onClick={({ currentTarget }) => onOpen({ event, button: currentTarget })}
    >
      <Face name={event.client} image={null} size={form === 'line' ? 28 : 18} />
      <span className={styles.eventTime}>{time}</span>
      {form === 'line' && event.thumbnail !== null && <Thumbnail src={event.thumbnail} alt="" size={32} />}
      {form === 'line' ? (
        <span className={styles.eventWords}>
          <span className={styles.eventTitle}>{title}</span>
          <span className={styles.eventClient}>{event.client}</span>
        </span>
      ) : (
        <span className={styles.eventTitle}>{title}</span>
      )}
      {form !== 'chip' && <Networks networks={event.networks} size={form === 'line' ? 18 : 14} />}
      {state}
    </button>
  );
}

/** How many networks a box names before it counts. */
const mostNetworks = 3;

function Networks({ networks, size }: { networks: readonly NetworkId[]; size: number }) {
  const more = networks.length - mostNetworks;
  return (
    <span className={styles.eventNetworks}>
      {networks.slice(0, more === 1 ? mostNetworks + 1 : mostNetworks).map((network) => (
        <NetworkIcon key={network} network={network} size={size} />
      ))}
      {more > 1 && <span className={styles.eventMore}>+{more}</span>}
    </span>
  );
}
