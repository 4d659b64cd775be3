import { eventLook } from '../../../../../parts/states/state-looks.ts';
import { cardWords, firstWords, type EventForm } from './card-words.ts';
import { EntryCard } from './entry-card.tsx';
import { EventActions, type Act } from './event-actions.tsx';
import type { CalendarEvent, Entry } from './events.ts';
import { isMovable } from './move/times.ts';

/** Opens an entry beside the pressed box, or does what its pressed button says. */
export type OpenEvent = (opened: OpenedEvent, act?: Act) => void;

/** The pressed entry and its box. */
export type OpenedEvent<Opened extends Entry = Entry> = { event: Opened; button: HTMLElement };

type Props = { event: CalendarEvent; form: EventForm; onOpen: OpenEvent };

/** A post in the calendar; coloured by whose turn it is. */
export function EventButton({ event, form, onOpen }: Props) {
  const look = eventLook(event);
  return (
    <EntryCard
      form={form}
      time={event.local.slice(11)}
      client={event.client}
      words={firstWords(event)}
      picture={event.thumbnail}
      networks={event.networks}
      state={{ ...look, words: cardWords(event, look) }}
      data={{
        'data-event': event.id,
        'data-movable': isMovable(event) || undefined,
        'data-posted': event.done === 1 || undefined,
      }}
      keys={isMovable(event) ? 'm' : undefined}
      actions={<EventActions event={event} onAct={(act, button) => onOpen({ event, button }, act)} />}
      onOpen={(button) => onOpen({ event, button })}
    />
  );
}
