import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { dollars } from '#rules/money.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { padded } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import styles from './counters.module.css';

type Counter = { label: string; value: string; icon: IconName; to?: string };

/** The five counters; each except the last links to what it counts. */
export function Counters({ data }: { data: Data<'fetch-dashboard'> }) {
  const counters: Counter[] = [
    { label: 'Clients', value: padded(data.clients), icon: 'users', to: paths.clients() },
    { label: 'Content Streams', value: padded(data.content_streams), icon: 'stack-2', to: paths.streams() },
    {
      label: 'Content Scheduled',
      value: padded(data.content_scheduled),
      icon: 'calendar-time',
      to: paths.scheduleContent(),
    },
    { label: 'Content Created', value: padded(data.content_created), icon: 'library-photo', to: paths.contents() },
    { label: 'Total Earned', value: dollars(data.total_earned), icon: 'coin' },
  ];
  return (
    <ul className={styles.counters}>
      {counters.map((counter) => (
        <li key={counter.label}>
          <Tile {...counter} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The font size at which a number fits on one line beside the reserved space of its tile, `--beside` in the styles; a
 * digit is 0.62 em wide.
 */
const fitting = (value: string) => `clamp(0.625rem, (100cqi - var(--beside)) / ${value.length * 0.62}, 1.375rem)`;

function Tile({ label, value, icon, to }: Counter) {
  const inside = (
    <>
      <span className={styles.counterIcon}>
        <Icon name={icon} size={20} />
      </span>
      <span className={styles.counterValue} style={{ fontSize: fitting(value) }}>
        {value}
      </span>
      <span className={styles.counterLabel}>{label}</span>
    </>
  );
  return to === undefined ? (
    <div className={styles.counter}>{inside}</div>
  ) : (
    <Link className={styles.counter} to={to}>
      {inside}
    </Link>
  );
}
