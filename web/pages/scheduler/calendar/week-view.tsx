import { useLayoutEffect, useMemo, useRef } from 'react';
import eventStyles from './events.module.css';
import styles from './week.module.css';
import { daysBetween, rangeOf, shortDay } from './days.ts';
import { EventLink } from './event-link.tsx';
import { byHour, type CalendarEvent } from './events.ts';
import type { ViewProps } from './month-view.tsx';

/** The hour the week opens at: the working day, not midnight. */
const opensAt = 7;
/** How many events an hour's cell shows before "Show more". */
const shown = 3;

/** The week by days and hours. */
export function WeekView({ day, today, picked, events, onPick, onOpenDay }: ViewProps) {
  const { from, to } = rangeOf('week', day);
  const days = useMemo(() => daysBetween(from, to), [from, to]);
  const hours = useMemo(() => new Map(days.map((date) => [date, new Map(byHour(events.get(date)?.events ?? []))])), [days, events]);
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = area.current?.querySelector<HTMLElement>(`[data-hour="${opensAt}"]`);
    const head = area.current?.querySelector('thead');
    if (area.current && row && head) area.current.scrollTop = row.offsetTop - head.offsetHeight;
  }, [from]);

  return (
    <div className={styles.weekArea} ref={area} tabIndex={0} role="group" aria-label="Week by hours">
      <table className={styles.week} aria-labelledby="calendar-title">
        <thead>
          <tr>
            <td />
            {days.map((date) => (
              <th key={date} scope="col" data-today={date === today || undefined} data-picked={date === picked || undefined}>
                {date < today
                  ? <span className={styles.weekDay}>{shortDay(date)}</span>
                  : <button type="button" className={styles.weekDay} aria-pressed={date === picked} onClick={() => onPick(date)}><span className="visually-hidden">First post on </span>{shortDay(date)}</button>}
                <span className={styles.weekCount}>{countOf(events.get(date)?.total ?? 0)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 24 }, (_, hour) => (
            <tr key={hour} data-hour={hour}>
              <th scope="row">{String(hour).padStart(2, '0')}:00</th>
              {days.map((date) => (
                <td key={date} data-today={date === today || undefined}><Hour events={hours.get(date)?.get(hour) ?? []} onMore={() => onOpenDay(date)} /></td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const countOf = (total: number): string => (total === 0 ? '' : total === 1 ? '1 post' : `${total} posts`);

function Hour({ events, onMore }: { events: readonly CalendarEvent[]; onMore: () => void }) {
  if (events.length === 0) return null;
  const visible = events.slice(0, events.length <= shown + 1 ? shown + 1 : shown);
  const more = events.length - visible.length;
  return (
    <ul className={eventStyles.cell}>
      {visible.map((event) => <li key={event.id}><EventLink event={event} form="chip" /></li>)}
      {more > 0 && <li><button type="button" className={eventStyles.more} onClick={onMore}>Show more ({more})</button></li>}
    </ul>
  );
}
