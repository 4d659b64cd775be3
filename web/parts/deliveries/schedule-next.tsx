import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { standingOfSchedule, type ScheduleTrouble } from '#rules/schedule-standing.ts';
import { paths } from '../../paths.ts';
import styles from './schedule-next.module.css';
import type { Status } from '../states/state-looks.ts';
import { StatusBadge } from '../states/status-badge.tsx';
import { When } from '../display/when.tsx';
import { sayCount } from '../../lib/words.ts';

type Row = Data<'fetch-schedulers'>['items'][number];

/**
 * The state of a schedule: its next post, what blocks that post with a link to fix it, or how the schedule ended.
 * `within`: the text follows a label and must name the zone itself.
 */
export function ScheduleNext({ row, within = false }: { row: Row; within?: boolean }) {
  const standing = standingOfSchedule(
    {
      state: row.state,
      nextAt: dateOf(row.next_at),
      isPaused: row.paused !== null,
      isPartlyPaused: row.paused_accounts > 0,
      failed: row.failed_count,
      uncertain: row.uncertain_count,
      partly: row.partly_count,
      byHand: row.by_hand_count,
      notApprovedSince: dateOf(row.approval_first_at),
      lostAccounts: row.lost_accounts,
    },
    new Date(),
  );
  switch (standing.kind) {
    case 'to-come':
      return (
        <span className={styles.standing}>
          <span>
            {!within && <span className={styles.label}>Next: </span>}
            <NextAt row={row} within={within} />
          </span>
          {standing.trouble && <Trouble row={row} trouble={standing.trouble} />}
        </span>
      );
    case 'due':
      return (
        <span className={styles.standing}>
          <span>
            {within ? 'Due: ' : <span className={styles.label}>Next: </span>}
            <NextAt row={row} within={within} />
          </span>
          <StatusBadge status="sending" />
        </span>
      );
    case 'blocked':
      return (
        <span className={styles.standing}>
          <span>
            Was due: <NextAt row={row} within={within} />
          </span>
          <Trouble row={row} trouble={standing.trouble} />
        </span>
      );
    case 'over':
      return (
        <span className={styles.standing}>
          {standing.trouble ? (
            <>
              <span>Ended</span>
              <Trouble row={row} trouble={standing.trouble} />
            </>
          ) : (
            <StatusBadge status="finished" />
          )}
        </span>
      );
    default:
      return standing satisfies never;
  }
}

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));
const NextAt = ({ row, within }: { row: Row; within: boolean }) =>
  row.next_at && <When at={row.next_at} zone={row.timezone} form={within ? 'full' : 'short'} />;

const badges: Readonly<Record<ScheduleTrouble, Status>> = {
  paused: 'paused',
  'needs-reconnecting': 'needs-reconnecting',
  'by-hand': 'by-hand',
  'not-approved': 'not-approved',
  late: 'late',
  uncertain: 'uncertain',
  failed: 'failed',
  partly: 'partly',
  stopped: 'stopped',
};

function Trouble({ row, trouble }: { row: Row; trouble: ScheduleTrouble }) {
  const words = wordsOf(row, trouble);
  const badge =
    words === null ? (
      <StatusBadge status={badges[trouble]} />
    ) : (
      <StatusBadge status={badges[trouble]}>{words}</StatusBadge>
    );
  return trouble === 'needs-reconnecting' ? (
    <Link to={paths.editClient(row.client.id, { tab: 'accounts' })}>
      {badge}
      <span className="visually-hidden">: see to the accounts of {row.client.name}</span>
    </Link>
  ) : (
    badge
  );
}

/** The badge's words if they contain a number. */
function wordsOf(
  { failed_count: failed, uncertain_count: uncertain, partly_count: partly, lost_accounts: lost }: Row,
  trouble: ScheduleTrouble,
): string | null {
  switch (trouble) {
    case 'failed':
      return `${sayCount(failed)} failed`;
    case 'uncertain':
      return `${sayCount(uncertain)} ${uncertain === 1 ? 'needs' : 'need'} a look`;
    case 'partly':
      return `${sayCount(partly)} partly posted`;
    case 'needs-reconnecting':
      return lost === 1 ? null : `${sayCount(lost)} accounts need reconnecting`;
    case 'paused':
    case 'by-hand':
    case 'not-approved':
    case 'late':
    case 'stopped':
      return null;
    default:
      return trouble satisfies never;
  }
}
