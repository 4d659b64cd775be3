import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import type { LocalTime } from '#rules/planning.ts';
import eventStyles from './events.module.css';
import styles from './month.module.css';
import { dayByKey, daysBetween, longDay, rangeOf, shortDay, startOfMonth, weekday, type Day } from './days.ts';
import { EntryButton } from './entry-button.tsx';
import type { OpenEvent } from './event-button.tsx';
import { countOf, keyOf, sayCount, type DayEvents } from './events.ts';
import { SpecialDays } from './special.tsx';

/** The props of every view of the calendar. */
export type ViewProps = {
  /** The day on which the view is centred. */
  day: Day;
  today: Day;
  events: ReadonlyMap<Day, DayEvents>;
  /** Begins a post on a future day, at an hour of it ('HH:mm'). */
  onNew: (day: Day, at: string | null) => void;
  /** Moves to a day. */
  onShow: (day: Day) => void;
  onOpenDay: (day: Day) => void;
  onOpen: OpenEvent;
  /** Where a post that was picked up by keyboard would be put down; null for none. */
  target: LocalTime | null;
  special: ReadonlyMap<Day, readonly ExtraEvent[]>;
};

/** How many events a day's cell shows before "Show more". */
const shown = 3;

/** The month in weeks. Future days are buttons; the arrow keys, Home, End and Page keys move between them. */
export function MonthView({ day, today, events, onNew, onShow, onOpenDay, onOpen, target, special }: ViewProps) {
  const { from, to } = rangeOf('month', day);
  const days = daysBetween(from, to);
  const focusNext = useRef<Day | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focusNext.current}"]`)?.focus();
    focusNext.current = null;
  }, [day]);

  const reachable = days.includes(day) ? day : from;
  const move = (event: KeyboardEvent) => {
    const next =
      event.target instanceof HTMLElement && event.target.dataset.day
        ? dayByKey(event.target.dataset.day, event.key)
        : undefined;
    if (!next) return;
    event.preventDefault();
    const shownNow = grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
    // At once, so that a quick Enter applies to this day.
    shownNow?.focus();
    focusNext.current = next;
    onShow(next);
  };
  return (
    <table className={styles.month} ref={grid} onKeyDown={move} aria-labelledby="calendar-title">
      <thead>
        <tr>
          {days.slice(0, 7).map((name) => (
            <th key={name} scope="col">
              {weekday(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: days.length / 7 }, (_, week) => (
          <tr key={days[week * 7]}>
            {days.slice(week * 7, week * 7 + 7).map((date) => (
              <td
                key={date}
                data-other={startOfMonth(date) !== startOfMonth(day) || undefined}
                data-today={date === today || undefined}
                data-past={date < today || undefined}
                data-drop={date < today ? undefined : date}
                data-target={target?.slice(0, 10) === date || undefined}
                data-shown={date === day || undefined}
              >
                <DayButton
                  date={date}
                  past={date < today}
                  has={events.get(date)}
                  tabbable={date === reachable}
                  onPress={() => (date < today ? onShow(date) : onNew(date, null))}
                />
                <SpecialDays events={special.get(date)} />
                <Cell day={events.get(date)} date={date} onOpenDay={onOpenDay} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ButtonProps = {
  date: Day;
  past: boolean;
  has: DayEvents | undefined;
  tabbable: boolean;
  onPress: () => void;
};

function DayButton({ date, past, has, tabbable, onPress }: ButtonProps) {
  const label = `${longDay(date)}, ${sayCount(has)}${past ? ', past' : ', new post'}`;
  const total = countOf(has);
  const tone = (has?.failed ?? 0) > 0 ? 'bad' : (has?.uncertain ?? 0) > 0 ? 'warn' : undefined;
  return (
    <button
      type="button"
      className={styles.dayButton}
      data-day={date}
      data-past={past || undefined}
      tabIndex={tabbable ? 0 : -1}
      onClick={onPress}
    >
      <span className="visually-hidden">{label}</span>
      <time dateTime={date} aria-hidden="true">
        {Number(date.slice(8))}
      </time>
      {total > 0 && (
        <span className={styles.dayCount} data-tone={tone} aria-hidden="true">
          {total > 99 ? '99+' : total}
        </span>
      )}
    </button>
  );
}

type CellProps = { day: DayEvents | undefined; date: Day } & Pick<ViewProps, 'onOpenDay' | 'onOpen'>;

function Cell({ day, date, onOpenDay, onOpen }: CellProps) {
  const total = countOf(day);
  if (!day || total === 0) return null;
  // One more than fits takes the space that "Show more (1)" would.
  const visible = day.events.slice(0, total <= shown + 1 ? shown + 1 : shown);
  const more = total - visible.length;
  return (
    <ul className={eventStyles.cell}>
      {visible.map((event) => (
        <li key={keyOf(event)}>
          <EntryButton entry={event} form="box" onOpen={onOpen} />
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
  );
}
