import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { instantToLocal } from '#rules/planning.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { ownZone } from '../../../../../lib/when.ts';
import eventStyles from './events.module.css';
import styles from './week.module.css';
import { openingHour, type HiddenEntries } from './beyond.ts';
import { daysBetween, rangeOf, shortDay, weekday, type Day } from './days.ts';
import { EntryButton } from './entry-button.tsx';
import type { OpenEvent } from './event-button.tsx';
import { byHour, countOf, keyOf, sayCount, type Entry } from './events.ts';
import { hourRanges, sayHours, twoDigits, type HourRange } from './hours.ts';
import type { ViewProps } from './month-view.tsx';
import { SpecialDays } from './special.tsx';
import { scrollToHour, useBeyond } from './use-beyond.ts';

/** How many events an hour's cell shows before "Show more". */
const shown = 3;

/**
 * The week by days and hours; empty hours are folded. It opens at the working day, and counts what is scrolled out of
 * sight.
 */
export function WeekView({ day, today, events, onNew, onOpenDay, onOpen, target, special }: ViewProps) {
  const { from, to } = rangeOf('week', day);
  const days = useMemo(() => daysBetween(from, to), [from, to]);
  const hours = useMemo(
    () => new Map(days.map((date) => [date, new Map(byHour(events.get(date)?.events ?? []))])),
    [days, events],
  );
  const now = instantToLocal(new Date(), ownZone());
  const isOpen = (date: Day, hour: number): boolean => `${date} ${twoDigits(hour)}` >= now.slice(0, 13);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    area.current?.querySelector('[data-target]')?.scrollIntoView({ block: 'nearest' });
  }, [target]);
  const counts = useMemo(() => countsOf(hours.values()), [hours]);
  const ranges = useMemo(() => hourRanges(counts.keys()), [counts]);
  const opensAt = openingHour(counts.keys());
  useLayoutEffect(() => {
    scrollToHour(area.current, opensAt);
  }, [from, opensAt]);
  const { above, below, show } = useBeyond(area, counts);

  return (
    <div className={styles.weekFrame}>
      <div className={styles.weekArea} ref={area} data-scrolls tabIndex={0} role="group" aria-label="Week by hours">
        <table className={styles.week} aria-labelledby="calendar-title">
          <thead>
            <tr>
              <td>{above && <Sign hidden={above} way="earlier" onPress={() => show(above.hour)} />}</td>
              {days.map((date) => (
                <th key={date} scope="col" data-today={date === today || undefined}>
                  {date < today ? (
                    <span className={styles.weekDay}>
                      <DayName date={date} />
                    </span>
                  ) : (
                    <button type="button" className={styles.weekDay} onClick={() => onNew(date, null)}>
                      <span className="visually-hidden">New post on {shortDay(date)}</span>
                      <span aria-hidden="true">
                        <DayName date={date} />
                      </span>
                    </button>
                  )}
                  <span className={styles.weekCount}>
                    {countOf(events.get(date)) > 0 && sayCount(events.get(date))}
                  </span>
                  <SpecialDays events={special.get(date)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranges.map((range) => (
              <tr key={range.from} data-hour={range.from} data-folded={range.isFolded || undefined}>
                <th scope="row">{sayHours(range)}</th>
                {days.map((date) => (
                  <td key={date} data-today={date === today || undefined} data-past={date < today || undefined}>
                    <div className={styles.slices}>
                      {hoursOf(range).map((hour) => (
                        <div
                          key={hour}
                          className={styles.slice}
                          data-drop={isOpen(date, hour) ? `${date} ${twoDigits(hour)}` : undefined}
                          data-target={target?.slice(0, 13) === `${date} ${twoDigits(hour)}` || undefined}
                        >
                          <Hour
                            events={hours.get(date)?.get(hour) ?? []}
                            onMore={() => onOpenDay(date)}
                            onOpen={onOpen}
                          />
                          {`${date} ${clock(hour)}` > now && (
                            <button
                              type="button"
                              className={styles.free}
                              // By keyboard the day's own button does this; 168 more buttons would get in the way.
                              tabIndex={-1}
                              aria-label={`New post on ${shortDay(date)} at ${clock(hour)}`}
                              title={range.from === range.to ? undefined : clock(hour)}
                              onClick={() => onNew(date, clock(hour))}
                            >
                              {range.from === range.to ? <Icon name="plus" size={14} /> : twoDigits(hour)}
                            </button>
                          )}
                        </div>
                      ))}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {below && <Sign hidden={below} way="later" onPress={() => show(below.hour)} />}
    </div>
  );
}

function DayName({ date }: { date: Day }) {
  return (
    <>
      {weekday(date)} <b>{Number(date.slice(8))}</b>
    </>
  );
}

/** How many entries each hour has on all days, without empty hours. */
function countsOf(days: Iterable<ReadonlyMap<number, readonly Entry[]>>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const day of days) for (const [hour, entries] of day) counts.set(hour, (counts.get(hour) ?? 0) + entries.length);
  return counts;
}

type SignProps = { hidden: HiddenEntries; way: 'earlier' | 'later'; onPress: () => void };

/** Says that entries are scrolled out of sight, and scrolls to the first of them. */
function Sign({ hidden: { count }, way, onPress }: SignProps) {
  return (
    <button type="button" className={styles.sign} data-way={way} onClick={onPress}>
      <Icon name={way === 'earlier' ? 'arrow-up' : 'arrow-down'} size={14} />
      {count > 99 ? '99+' : count} {way}
    </button>
  );
}

const clock = (hour: number): string => `${twoDigits(hour)}:00`;

const hoursOf = ({ from, to }: HourRange): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

type HourProps = { events: readonly Entry[]; onMore: () => void; onOpen: OpenEvent };

function Hour({ events, onMore, onOpen }: HourProps) {
  if (events.length === 0) return null;
  const visible = events.slice(0, events.length <= shown + 1 ? shown + 1 : shown);
  const more = events.length - visible.length;
  return (
    <ul className={eventStyles.cell}>
      {visible.map((event) => (
        <li key={keyOf(event)}>
          <EntryButton entry={event} form="card" onOpen={onOpen} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className={eventStyles.more} onClick={onMore}>
            Show more ({more})
          </button>
        </li>
      )}
    </ul>
  );
}
