import type { Data } from '#contract/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import styles from './schedule-content.module.css';

type Row = Data<'fetch-schedulers'>['items'][number];

/** A schedule's date and clock, what comes next in words, and the way to move it. */
export function NextPost({ row, onReschedule }: { row: Row; onReschedule: () => void }) {
  return (
    <div className={styles.next}>
      <div>
        <span className="nums">{row.schedule_date}</span>
        <div className={styles.words}>
          {row.next_at ? <>Next: <When at={row.next_at} zone={row.timezone} /></> : <StatusBadge status={row.state === 'active' ? 'finished' : row.state} />}
        </div>
        {row.paused !== null && row.next_at && <StatusBadge status="paused" />}
      </div>
      {row.next_at && (
        <button type="button" className={styles.edit} onClick={onReschedule} title="Reschedule my Post" aria-label={`Reschedule my Post: ${row.content_stream.title}`}>
          <Icon name="calendar-time" size={18} />
        </button>
      )}
    </div>
  );
}
