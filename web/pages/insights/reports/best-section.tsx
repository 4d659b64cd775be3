import { figure, hourTitle } from '#rules/report-words.ts';
import { sectionNames } from '#rules/reports.ts';
import { DataTable } from '../../../parts/lists/data-table.tsx';
import { accountColumn, pointsColumn, postColumn } from './post-cells.tsx';
import type { SectionProps } from './section-props.ts';
import styles from './report.module.css';

/** The posts and hours with the most points; nothing without measurements. */
export function BestSection({ report: { engagement, scheduler, timezone }, leadsToPosts }: SectionProps) {
  const ids = engagement?.best_posts ?? [];
  const posts = ids.flatMap((id) => scheduler.filter((post) => post.delivery_id === id));
  if (engagement === null || posts.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{sectionNames.best}</h3>
      <DataTable
        label="Best posts"
        rows={posts}
        rowKey={({ delivery_id: id }) => id}
        rowName={({ title }) => title}
        empty={null}
        columns={[postColumn, accountColumn, pointsColumn({ timezone, leadsToPosts })]}
      />
      {engagement.best_hours.length > 0 && (
        <p>
          Best hours, by the mean points of the posts that went out in them:{' '}
          {engagement.best_hours
            .map(({ hour, mean, posts: count }) => `${hourTitle(hour)} (${figure(Math.round(mean))} from ${count})`)
            .join(', ')}
          .
        </p>
      )}
    </section>
  );
}
