import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ledgerBuckets, bucketNames } from '#rules/ledger.ts';
import { figure } from '#rules/report-words.ts';
import { sectionNames } from '#rules/reports.ts';
import { DataTable } from '../../../parts/lists/data-table.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { accountColumn, pointsColumn, postColumn } from './post-cells.tsx';
import type { SectionProps } from './section-props.ts';
import styles from './report.module.css';

const atOnce = 50;
const isBucket = (value: string | null): value is (typeof ledgerBuckets)[number] =>
  ledgerBuckets.some((bucket) => bucket === value);

/** Every post of the month, or those in one bucket of the ledger. */
export function PostsSection({ report, leadsToPosts }: SectionProps) {
  const [bucket, setBucket] = useState<(typeof ledgerBuckets)[number] | null>(null);
  const [shown, setShown] = useState(atOnce);
  useEffect(() => {
    // A printed report shows all posts, whether it was printed by our button or by the browser.
    const showAll = () => flushSync(() => setShown(Infinity));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);
  const { scheduler, scheduler_total: total, timezone } = report;
  const rows = scheduler.filter((post) => bucket === null || post.place === bucket);
  return (
    <section className={styles.section}>
      <h3>{sectionNames.posts}</h3>
      <Select
        className={styles.filter}
        data-print="no"
        aria-label="Which posts"
        placeholder={`All (${figure(total)})`}
        clearable
        data={ledgerBuckets.map((each) => ({
          value: each,
          label: `${bucketNames[each]} (${figure(report.ledger[each])})`,
        }))}
        value={bucket}
        onChange={(value) => setBucket(isBucket(value) ? value : null)}
      />
      <DataTable
        label={sectionNames.posts}
        rows={rows.slice(0, shown)}
        rowKey={({ delivery_id: id }) => id}
        rowName={({ title }) => title}
        empty={<p className={styles.hint}>No Data Found</p>}
        columns={[
          {
            key: 'planned',
            label: 'PLANNED',
            phone: 'when',
            cell: ({ local }) => <span className="nums">{local}</span>,
          },
          postColumn,
          accountColumn,
          {
            key: 'status',
            label: 'STATUS',
            phone: 'state',
            cell: ({ place: postBucket, by_hand: byHand, message }) => (
              <span className={styles.status}>
                <StatusBadge status={postBucket === 'waiting' ? 'scheduled' : postBucket}>
                  {byHand ? 'Posted by hand' : bucketNames[postBucket]}
                </StatusBadge>
                {postBucket !== 'published' && message !== '' && <small>{message}</small>}
              </span>
            ),
          },
          pointsColumn({ timezone, leadsToPosts }),
        ]}
      />
      {rows.length > shown && (
        <Button variant="default" mt={12} data-print="no" onClick={() => setShown(rows.length)}>
          Show all {figure(rows.length)} posts
        </Button>
      )}
      {total > scheduler.length && (
        <p className={styles.hint}>
          The first {figure(scheduler.length)} of {figure(total)} posts.
        </p>
      )}
    </section>
  );
}
