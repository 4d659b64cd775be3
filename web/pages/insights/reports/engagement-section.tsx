import { networkNames } from '#rules/eligibility.ts';
import { changeOf, figure, monthTitle, readingsWords } from '#rules/report-words.ts';
import { sectionNames } from '#rules/reports.ts';
import { DataTable } from '../../../parts/lists/data-table.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { GrowthChart } from './growth-chart.tsx';
import type { SectionProps } from './section-props.ts';
import styles from './report.module.css';

/** Engagement in total, over time and by network, with its readings; nothing if the plan does not include it. */
export function EngagementSection({ report }: SectionProps) {
  const { engagement: sum, before, networks, timezone } = report;
  if (sum === null) return null;
  const change = changeOf(sum.points, before.points);
  return (
    <section className={styles.section}>
      <h3>{sectionNames.engagement}</h3>
      <dl className={styles.figures}>
        {(['points', 'likes', 'comments', 'shares', 'views'] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure(sum[name])}</dd>
          </div>
        ))}
      </dl>
      {change !== '' && (
        <p>
          {change} points against {monthTitle(before.month)} ({figure(before.points)}).
        </p>
      )}
      <p className={styles.hint}>
        {readingsWords(sum, timezone)} Points: 2 × likes + 3 × comments + views + 5 × shares.
      </p>
      <GrowthChart days={sum.days} timezone={timezone} />
      <DataTable
        label="Engagement by network"
        rows={networks}
        rowKey={({ type }) => type}
        rowName={({ type }) => networkNames[type]}
        empty={null}
        columns={[
          {
            key: 'network',
            label: 'NETWORK',
            phone: 'name',
            cell: ({ type }) => (
              <span className={styles.named}>
                <NetworkIcon network={type} size={20} labelled={false} />
                {networkNames[type]}
              </span>
            ),
          },
          { key: 'published', label: 'POSTED', align: 'end', cell: ({ published }) => figure(published) },
          { key: 'likes', label: 'LIKES', align: 'end', cell: ({ likes }) => figure(likes) },
          { key: 'comments', label: 'COMMENTS', align: 'end', cell: ({ comments }) => figure(comments) },
          { key: 'shares', label: 'SHARES', align: 'end', cell: ({ shares }) => figure(shares) },
          { key: 'views', label: 'VIEWS', align: 'end', cell: ({ views }) => figure(views) },
          {
            key: 'points',
            label: 'POINTS',
            phone: 'state',
            align: 'end',
            cell: (row) => <b title={readingsWords(row, timezone)}>{figure(row.points)}</b>,
          },
        ]}
      />
    </section>
  );
}
