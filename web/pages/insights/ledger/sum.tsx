import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { ledgerBuckets } from '#rules/ledger.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { bucketLooks } from '../../../parts/states/state-looks.ts';
import { postsAddress } from './address.ts';
import { sayCount } from '../../../lib/words.ts';
import styles from './ledger.module.css';

type Ledger = Data<'fetch-ledger'>;

/** The sums of the month: planned equals the total of all buckets. Each figure links to its posts. */
export function Sum({ ledger: { total, adds_up }, month }: { ledger: Ledger; month: string }) {
  return (
    <section className={styles.sum} aria-label="The sum of the month">
      <div className={styles.terms}>
        <Figure name="Planned" icon="calendar-event" tone="brand" count={total.planned} to={postsAddress({ month })} />
        {ledgerBuckets.map((bucket, index) => (
          <Fragment key={bucket}>
            <span className={styles.operator} aria-hidden="true">
              {index === 0 ? '=' : '+'}
            </span>
            <Figure
              name={bucketLooks[bucket].word}
              icon={bucketLooks[bucket].icon}
              tone={total[bucket] > 0 ? bucketLooks[bucket].tone : 'none'}
              count={total[bucket]}
              to={postsAddress({ month, place: bucket })}
            />
          </Fragment>
        ))}
      </div>
      <p className={styles.verdict} data-tone={adds_up ? 'good' : 'bad'} role={adds_up ? undefined : 'alert'}>
        <Icon name={adds_up ? 'circle-check' : 'alert-circle'} size={18} />
        {adds_up
          ? 'It adds up: every planned post is in exactly one place.'
          : 'It does not add up. Please tell your operator: something has been counted twice or lost.'}
      </p>
    </section>
  );
}

function Figure({
  name,
  icon,
  tone,
  count,
  to,
}: {
  name: string;
  icon: IconName;
  tone: string;
  count: number;
  to: string;
}) {
  const inside = (
    <>
      <span className={styles.term}>
        <Icon name={icon} size={16} />
        {name}
      </span>
      <strong>{sayCount(count)}</strong>
    </>
  );
  return count > 0 ? (
    <Link to={to} className={styles.figure} data-tone={tone}>
      {inside}
    </Link>
  ) : (
    <span className={styles.figure} data-tone={tone}>
      {inside}
    </span>
  );
}
