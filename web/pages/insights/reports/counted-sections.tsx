import { ledgerBuckets, bucketNames } from '#rules/ledger.ts';
import { changeOf, countedWords, dayTitle, figure, localTime, monthTitle, profitWords } from '#rules/report-words.ts';
import { sectionNames } from '#rules/reports.ts';
import { DataTable } from '../../../parts/lists/data-table.tsx';
import type { SectionProps } from './section-props.ts';
import styles from './report.module.css';

/** An introduction or a closing text; nothing if it is empty. */
export const WrittenSection = ({ id, text }: { id: 'introduction' | 'closing'; text: string }) =>
  text === '' ? null : (
    <section className={styles.section}>
      <h3>{sectionNames[id]}</h3>
      <p className={styles.written}>{text}</p>
    </section>
  );

/** What was planned and its outcomes, as the ledger counts them, beside the month before. */
export function SummarySection({ report }: SectionProps) {
  const { ledger, before, month } = report;
  const rows = (['planned', ...ledgerBuckets] as const).map((key) => ({
    key,
    name: key === 'planned' ? 'Planned' : bucketNames[key],
    now: ledger[key],
    earlier: before.ledger[key],
  }));
  return (
    <section className={styles.section}>
      <h3>{sectionNames.summary}</h3>
      <DataTable
        label={sectionNames.summary}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ name }) => name}
        empty={null}
        columns={[
          { key: 'name', label: 'POSTS', phone: 'name', cell: ({ name }) => name },
          {
            key: 'now',
            label: monthTitle(month).toUpperCase(),
            phone: 'state',
            align: 'end',
            cell: ({ now }) => <b>{figure(now)}</b>,
          },
          {
            key: 'earlier',
            label: monthTitle(before.month).toUpperCase(),
            align: 'end',
            cell: ({ earlier }) => figure(earlier),
          },
          {
            key: 'change',
            label: 'CHANGE',
            phone: 'where',
            align: 'end',
            cell: ({ now, earlier }) => changeOf(now, earlier),
          },
        ]}
      />
      <p className={styles.hint}>{countedWords(report)}</p>
    </section>
  );
}

/** Posts per week agreed and published; nothing without an agreement. */
export function ContractSection({ report: { contract, made_at: madeAt, timezone } }: SectionProps) {
  if (contract === null) return null;
  const today = localTime(madeAt, timezone).slice(0, 10);
  return (
    <section className={styles.section}>
      <h3>{sectionNames.contract}</h3>
      <p>
        {figure(contract.posts_a_week)} posts a week are agreed:{' '}
        <b>
          {figure(contract.delivered)} of {figure(contract.agreed)}
        </b>{' '}
        went out.
      </p>
      <DataTable
        label={sectionNames.contract}
        rows={contract.weeks}
        rowKey={({ from }) => from}
        rowName={({ from }) => dayTitle(from)}
        empty={null}
        columns={[
          {
            key: 'days',
            label: 'DAYS',
            phone: 'name',
            cell: ({ from, to }) => (from === to ? dayTitle(from) : `${dayTitle(from)} – ${dayTitle(to)}`),
          },
          { key: 'agreed', label: 'AGREED', phone: 'when', align: 'end', cell: ({ agreed }) => figure(agreed) },
          {
            key: 'delivered',
            label: 'WENT OUT',
            phone: 'state',
            align: 'end',
            cell: ({ to, agreed, delivered }) => (
              <b className={delivered < agreed && to < today ? styles.short : undefined}>{figure(delivered)}</b>
            ),
          },
        ]}
      />
      <p className={styles.hint}>
        A post that went to several accounts counts once here, on the day it was planned for.
      </p>
    </section>
  );
}

/** What the month earned the agency; nothing unless its owner asked for it. */
export const ProfitSection = ({ report: { profit } }: SectionProps) =>
  profit === null ? null : (
    <section className={styles.section}>
      <h3>{sectionNames.profit}</h3>
      <p>{profitWords(profit)}</p>
    </section>
  );

/** Why posts were not published; nothing if all were. */
export function ProblemsSection({ report: { reasons } }: SectionProps) {
  if (reasons.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{sectionNames.problems}</h3>
      <DataTable
        label={sectionNames.problems}
        rows={reasons}
        rowKey={({ place: bucket, message }) => `${bucket} ${message}`}
        rowName={({ place: bucket }) => bucketNames[bucket]}
        empty={null}
        columns={[
          {
            key: 'place',
            label: 'WHAT',
            phone: 'name',
            cell: ({ place: bucket }) => bucketNames[bucket],
            width: '20%',
          },
          { key: 'why', label: 'WHY', phone: 'when', cell: ({ message }) => message || 'No reason is known' },
          {
            key: 'count',
            label: 'POSTS',
            phone: 'state',
            align: 'end',
            cell: ({ count }) => figure(count),
            width: '12%',
          },
        ]}
      />
    </section>
  );
}
