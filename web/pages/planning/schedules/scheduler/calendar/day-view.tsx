import { Button } from '@mantine/core';
import { useState } from 'react';
import { instantToLocal } from '#rules/planning.ts';
import { EmptyState } from '../../../../../parts/states/empty-state.tsx';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { ownZone } from '../../../../../lib/when.ts';
import type { Day } from './days.ts';
import eventStyles from './events.module.css';
import styles from './calendar.module.css';
import { EntryButton } from './entry-button.tsx';
import type { OpenEvent } from './event-button.tsx';
import { byHour, countOf, keyOf, sayCount, type DayEvents, type Entry } from './events.ts';
import type { ViewProps } from './month-view.tsx';
import { SpecialList } from './special.tsx';

/** How many events an hour shows at first, and how many more with each "Show more". */
const first = 12;
const step = 100;

/** One day, hour by hour. */
export function DayView({ day, today, events, onNew, onOpen, target, special }: ViewProps) {
  const known = events.get(day);
  const now = instantToLocal(new Date(), ownZone());
  return (
    <div className={styles.day}>
      <div className={styles.dayHead}>
        <p>{known ? sumOf(known) : ''}</p>
        {day >= today && (
          <Button variant="default" size="compact-md" onClick={() => onNew(day, null)}>
            New post on this day
          </Button>
        )}
      </div>
      <SpecialList events={special.get(day)} />
      {known && known.events.length > 0 ? (
        hoursOf(known.events, { day, now }).map(([hour, list]) => (
          <Hour
            key={`${day} ${hour}`}
            hour={hour}
            events={list}
            onOpen={onOpen}
            onNew={`${day} ${clock(hour)}` > now ? () => onNew(day, clock(hour)) : null}
            drop={`${day} ${clock(hour)}` >= `${now.slice(0, 13)}:00` ? `${day} ${clock(hour).slice(0, 2)}` : null}
            isTarget={target?.slice(0, 13) === `${day} ${clock(hour).slice(0, 2)}`}
          />
        ))
      ) : (
        <EmptyState icon="calendar-off" text="Nothing is planned for this day." />
      )}
      {known && countOf(known) > known.events.length && (
        <p className={styles.zone}>
          The first {known.events.length} of {countOf(known)} are shown.
        </p>
      )}
    </div>
  );
}

const sumOf = (day: DayEvents): string =>
  [
    sayCount(day),
    ...(day.posted > 0 ? [`${day.posted} posted`] : []),
    ...(day.failed > 0 ? [`${day.failed} failed`] : []),
    ...(day.uncertain > 0 ? [`${day.uncertain} to look at`] : []),
  ].join(', ');

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The hours with posts, and future ones, which can be filled. */
function hoursOf(
  events: readonly Entry[],
  { day, now }: { day: Day; now: string },
): [hour: number, events: readonly Entry[]][] {
  const filled = new Map(byHour(events));
  return Array.from({ length: 24 }, (_, hour) => [hour, filled.get(hour) ?? []] satisfies [number, unknown]).filter(
    ([hour, list]) => list.length > 0 || `${day} ${clock(hour)}` > now,
  );
}

type HourProps = {
  hour: number;
  events: readonly Entry[];
  onOpen: OpenEvent;
  /** Begins a post in this hour; null if it has passed. */
  onNew: (() => void) | null;
  /** Receives what is dropped here; null if nothing can be. */
  drop: string | null;
  isTarget: boolean;
};

function Hour({ hour, events, onOpen, onNew, drop, isTarget }: HourProps) {
  const [shown, setShown] = useState(first);
  const more = events.length - shown;
  return (
    <section
      className={styles.hour}
      data-empty={events.length === 0 || undefined}
      data-drop={drop ?? undefined}
      data-target={isTarget || undefined}
      aria-label={clock(hour)}
    >
      <h3>{clock(hour)}</h3>
      {events.length === 0 && onNew && (
        <button type="button" className={styles.freeHour} onClick={onNew} tabIndex={-1}>
          <Icon name="plus" size={14} />
          <span className="visually-hidden">New schedule at {clock(hour)}</span>
        </button>
      )}
      {events.length > 0 && (
        <ul className={eventStyles.lines}>
          {events.slice(0, shown).map((event) => (
            <li key={keyOf(event)}>
              <EntryButton entry={event} form="line" onOpen={onOpen} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" className={eventStyles.more} onClick={() => setShown(shown + step)}>
                Show more ({more})
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
