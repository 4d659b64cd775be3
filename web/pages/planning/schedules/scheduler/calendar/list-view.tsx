import { Button } from '@mantine/core';
import { EmptyState } from '../../../../../parts/states/empty-state.tsx';
import eventStyles from './events.module.css';
import styles from './calendar.module.css';
import { longDay, shortDay, type Day } from './days.ts';
import { EntryButton } from './entry-button.tsx';
import { countOf, keyOf } from './events.ts';
import type { ViewProps } from './month-view.tsx';

/** Days with their posts, stacked; also the week on a phone. */
export function ListView({
  days,
  events,
  today,
  onNew,
  onOpenDay,
  onOpen,
  target,
}: ViewProps & { days: readonly Day[] }) {
  const filled = days.filter((date) => countOf(events.get(date)) > 0);
  const [only, second] = days;
  if (filled.length === 0 && only && !second)
    return <p className={styles.zone}>Nothing is planned for {shortDay(only)}.</p>;
  if (filled.length === 0) {
    const first = days.find((date) => date >= today);
    return (
      <EmptyState
        icon="calendar-off"
        text="Nothing is planned here."
        action={first && <Button onClick={() => onNew(first, null)}>Schedule something</Button>}
      />
    );
  }
  return (
    <div className={styles.day}>
      {filled.map((date) => {
        const known = events.get(date);
        const more = countOf(known) - (known?.events.length ?? 0);
        return (
          <section
            key={date}
            className={styles.hour}
            data-today={date === today || undefined}
            data-drop={date < today ? undefined : date}
            data-target={target?.slice(0, 10) === date || undefined}
            aria-label={longDay(date)}
          >
            <h3>{date === today ? 'Today' : shortDay(date)}</h3>
            <ul className={eventStyles.lines}>
              {known?.events.map((event) => (
                <li key={keyOf(event)}>
                  <EntryButton entry={event} form="line" onOpen={onOpen} />
                </li>
              ))}
              {more > 0 && (
                <li>
                  <button
                    type="button"
                    className={eventStyles.more}
                    onClick={() => onOpenDay(date)}
                    aria-label={`Show more (${more}) on ${shortDay(date)}`}
                  >
                    Show more ({more})
                  </button>
                </li>
              )}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
