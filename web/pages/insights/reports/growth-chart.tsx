import { largestOf } from '#rules/numbers.ts';
import type { Report } from '#contract/insights/reports.ts';
import { dayTitle, figure, localTime } from '#rules/report-words.ts';
import styles from './report.module.css';

type Day = NonNullable<Report['engagement']>['days'][number];

const size = { width: 720, height: 180, left: 8, bottom: 22, top: 14 } as const;

/** The points of all posts on each day of reading; nothing for fewer than two days. */
export function GrowthChart({ days, timezone }: { days: readonly Day[]; timezone: string }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || days.length < 2) return null;
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const most = largestOf(
    days.map(({ points }) => points),
    1,
  );
  const room = { width: size.width - 2 * size.left, height: size.height - size.bottom - size.top };
  const at = ({ day, points }: Day) => ({
    x: size.left + ((Date.parse(day) - from) / (to - from)) * room.width,
    y: size.top + room.height * (1 - points / most),
  });
  const line = days.map(at).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const base = size.height - size.bottom;
  return (
    <figure className={styles.chart}>
      <figcaption>Points of all posts by the day they were read on</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={sayDays(days)}>
        <path d={`M${size.left} ${base}H${size.width - size.left}`} className={styles.axis} />
        <path d={`M${size.left} ${base}L${line.join('L')}V${base}Z`} className={styles.area} />
        <path d={`M${line.join('L')}`} className={styles.line} />
        {days.map((day) => (
          <circle key={day.day} cx={at(day).x} cy={at(day).y} r={3.5} className={styles.dot}>
            <title>{`${sayDays([day])}, read ${localTime(day.read_at, timezone)}`}</title>
          </circle>
        ))}
        <text x={size.left} y={size.height - 5}>
          {dayTitle(first.day)}
        </text>
        <text x={size.width - size.left} y={size.height - 5} textAnchor="end">
          {dayTitle(last.day)}: {figure(last.points)}
        </text>
      </svg>
    </figure>
  );
}

const sayDays = (days: readonly Day[]): string =>
  days.map(({ day, points }) => `${dayTitle(day)}: ${figure(points)} points`).join(', ');
