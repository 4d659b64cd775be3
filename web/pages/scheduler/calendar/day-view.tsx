import { Button } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { counted } from '../../../lib/words.ts';
import eventStyles from './events.module.css';
import styles from './calendar.module.css';
import { EventButton, type OpenEvent } from './event-button.tsx';
import { byHour, type CalendarEvent } from './events.ts';
import type { ViewProps } from './month-view.tsx';

/** How many events an hour shows at first, and how many more with each "Show more". */
const first = 12;
const step = 100;

/** One day, hour by hour. */
export function DayView({ day, today, events, onNew, onOpen }: ViewProps) {
  const known = events.get(day);
  return (
    <div className={styles.day}>
      <div className={styles.dayHead}>
        <p>{known ? sumOf(known) : ''}</p>
        {day >= today && (
          <Button variant="default" size="compact-md" onClick={() => onNew(day, null)}>
            New schedule on this day
          </Button>
        )}
      </div>
      {known && known.events.length > 0 ? (
        byHour(known.events).map(([hour, list]) => (
          <Hour key={`${day} ${hour}`} hour={hour} events={list} onOpen={onOpen} />
        ))
      ) : (
        <EmptyState icon="calendar-off" text="Nothing is planned for this day." />
      )}
      {known && known.total > known.events.length && (
        <p className={styles.zone}>
          The first {known.events.length} of {known.total} are shown.
        </p>
      )}
    </div>
  );
}

const sumOf = ({
  total,
  posted,
  failed,
  uncertain,
}: {
  total: number;
  posted: number;
  failed: number;
  uncertain: number;
}): string =>
  [
    counted(total, 'post'),
    ...(posted > 0 ? [`${posted} posted`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(uncertain > 0 ? [`${uncertain} to look at`] : []),
  ].join(', ');

type HourProps = { hour: number; events: readonly CalendarEvent[]; onOpen: OpenEvent };

function Hour({ hour, events, onOpen }: HourProps) {
  const [shown, setShown] = useState(first);
  const more = events.length - shown;
  return (
    <section className={styles.hour} aria-label={`${String(hour).padStart(2, '0')}:00`}>
      <h3>{String(hour).padStart(2, '0')}:00</h3>
      <ul className={eventStyles.lines}>
        {events.slice(0, shown).map((event) => (
          <li key={event.id}>
            <EventButton event={event} form="line" onOpen={onOpen} />
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
    </section>
  );
}
