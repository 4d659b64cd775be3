import type { Data } from '#contract/index.ts';
import { sayLocal } from '../../../../lib/dates.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { ScheduleNext } from '../../../../parts/deliveries/schedule-next.tsx';
import styles from './schedule-content.module.css';

type Row = Data<'fetch-schedulers'>['items'][number];

/** The next post in words, or the date and time of the last one, and a button to move it. */
export function NextPost({ row, onReschedule }: { row: Row; onReschedule: () => void }) {
  return (
    <div className={styles.next}>
      <div>
        {row.next_at === null && <span className={`nums ${styles.date}`}>{sayLocal(row.schedule_date, 'date')}</span>}
        <div className={styles.words}>
          <ScheduleNext row={row} />
        </div>
      </div>
      {row.next_at && (
        <button
          type="button"
          className={styles.edit}
          onClick={onReschedule}
          title="Reschedule my Post"
          aria-label={`Reschedule my Post: ${row.content_stream.title}`}
        >
          <Icon name="calendar-time" size={18} />
        </button>
      )}
    </div>
  );
}
