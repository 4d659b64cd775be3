import type { NetworkId } from '#rules/eligibility.ts';
import { Face } from '../../../../../parts/display/face.tsx';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../../parts/icons/network-icon.tsx';
import { eventLook } from '../../../../../parts/states/state-looks.ts';
import { Thumbnail } from '../../../../../parts/display/thumbnail.tsx';
import styles from './events.module.css';
import type { CalendarEvent, Entry } from './events.ts';
import { isMovable } from './move/times.ts';

/** Opens an entry beside the pressed box. */
export type OpenEvent = (opened: OpenedEvent) => void;

/** The pressed entry and its box. */
export type OpenedEvent<Opened extends Entry = Entry> = { event: Opened; button: HTMLElement };

/** `box` has two lines, for a day's cell or an hour's; `line` says everything in one line of words. */
export type EventForm = 'box' | 'line';

type Props = { event: CalendarEvent; form: EventForm; onOpen: OpenEvent };

/** A post in the calendar: client, time, title, picture and networks; coloured only if it needs a person. */
export function EventButton({ event, form, onOpen }: Props) {
  const { word, icon, tone } = eventLook(event);
  const time = event.local.slice(11);
  const title = event.title || 'Untitled';
  return (
    <button
      type="button"
      className={styles.event}
      data-form={form}
      data-event={event.id}
      data-movable={isMovable(event) || undefined}
      data-pictured={event.thumbnail !== null || undefined}
      aria-keyshortcuts={isMovable(event) ? 'm' : undefined}
      data-tone={tone}
      aria-haspopup="dialog"
      title={`${time} ${title} · ${event.client} · ${word}`}
      onClick={({ currentTarget }) => onOpen({ event, button: currentTarget })}
    >
      {form === 'box' && event.thumbnail !== null && <Thumbnail src={event.thumbnail} alt="" size={28} />}
      <Face name={event.client} image={null} size={form === 'line' ? 28 : 18} />
      <span className={styles.eventTime}>{time}</span>
      {form === 'line' && event.thumbnail !== null && <Thumbnail src={event.thumbnail} alt="" size={32} />}
      <EventWords form={form} title={title} client={event.client} />
      <Networks networks={event.networks} form={form} />
      <Icon name={icon} size={form === 'line' ? 16 : 13} label={word} className={styles.eventIcon ?? ''} />
    </button>
  );
}

/** The title of an entry, in a line with its client's name. */
export function EventWords({ form, title, client }: { form: EventForm; title: string; client: string }) {
  if (form === 'box') return <span className={styles.eventTitle}>{title}</span>;
  return (
    <span className={styles.eventWords}>
      <span className={styles.eventTitle}>{title}</span>
      <span className={styles.eventClient}>{client}</span>
    </span>
  );
}

/** How many network icons fit; a number takes the space of one icon. */
const mostNetworks: Readonly<Record<EventForm, number>> = { box: 2, line: 4 };

/** The networks of an entry, the first of them by their icons. */
export function Networks({ networks, form }: { networks: readonly NetworkId[]; form: EventForm }) {
  const most = mostNetworks[form];
  const shown = networks.length <= most ? most : most - 1;
  const more = networks.length - shown;
  return (
    <span className={styles.eventNetworks}>
      {networks.slice(0, shown).map((network) => (
        <NetworkIcon key={network} network={network} size={form === 'line' ? 18 : 14} />
      ))}
      {more > 0 && (
        <span className={styles.eventMore} title={`${networks.length} networks`}>
          +{more}
        </span>
      )}
    </span>
  );
}
