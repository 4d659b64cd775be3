import type { ReportSection } from '#rules/reports.ts';
import { monthTitle } from '#rules/report-words.ts';
import { inWords } from '../../../lib/dates.ts';
import { BestSection } from './best-section.tsx';
import {
  ContractSection,
  ProblemsSection,
  ProfitSection,
  SummarySection,
  WrittenSection,
} from './counted-sections.tsx';
import { EngagementSection } from './engagement-section.tsx';
import { PostsSection } from './posts-section.tsx';
import type { SectionProps } from './section-props.ts';
import styles from './report.module.css';

const drawings: Readonly<Record<ReportSection, (props: SectionProps) => React.ReactNode>> = {
  introduction: ({ report }) => <WrittenSection id="introduction" text={report.introduction} />,
  summary: SummarySection,
  contract: ContractSection,
  engagement: EngagementSection,
  best: BestSection,
  problems: ProblemsSection,
  posts: PostsSection,
  profit: ProfitSection,
  closing: ({ report }) => <WrittenSection id="closing" text={report.closing} />,
};

/** A report as its agency and its client read and print it. */
export function ReportView({ report, leadsToPosts }: SectionProps) {
  const { agency, client, month, timezone, made_at: madeAt } = report;
  return (
    <article className={styles.report} data-report="">
      <header className={styles.head}>
        {agency.logo !== null && <img src={agency.logo} alt={agency.name} height={34} />}
        <p className={styles.agency}>{agency.name}</p>
        <h2>Report for {client.company || client.name}</h2>
        <p className={styles.hint}>
          {monthTitle(month)} · times are those of {timezone} ·{' '}
          <time dateTime={madeAt}>
            as of {inWords(Date.parse(madeAt), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }, timezone)}
          </time>
        </p>
      </header>
      {report.sections
        .filter(({ on }) => on)
        .map(({ id }) => {
          const Section = drawings[id];
          return <Section key={id} report={report} leadsToPosts={leadsToPosts} />;
        })}
    </article>
  );
}
