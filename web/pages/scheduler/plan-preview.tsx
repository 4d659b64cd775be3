import { useMemo } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { When } from '../../parts/when.tsx';
import { counted } from '../../lib/words.ts';
import { paceWords, previewPlan } from './plan-words.ts';
import { firstInstant, type Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

/** What the choice means: the first posts, how many in all, the last one, and a change of clocks on the way. */
export function PlanPreview({ choice }: { choice: Choice }) {
  const { date, time, zone, frequency, stream, accounts, repurpose } = choice;
  const count = stream?.items ?? 0;
  const plan = useMemo(
    () =>
      count > 0 && firstInstant({ date, time, zone })
        ? previewPlan({ origin: `${date} ${time}`, zone, frequency, count })
        : null,
    [count, date, time, zone, frequency],
  );
  if (!plan)
    return (
      <aside className={styles.plan} aria-label="The plan">
        <p>Choose a date and a time to see the plan.</p>
      </aside>
    );
  const more = count - plan.first.length;
  return (
    <aside className={styles.plan} aria-label="The plan">
      <p className={styles.planHead}>
        {counted(count, 'post')}
        {count > 1 ? `, ${paceWords[frequency]}` : ''}
        {accounts.length > 1 ? `, each to ${accounts.length} accounts` : ''}
      </p>
      <ol className={styles.planList}>
        {plan.first.map(({ position, dueAt }) => (
          <li key={position}>
            <span className={styles.planNumber}>{position + 1}</span>
            <When at={dueAt.toISOString()} zone={zone} form="full" />
          </li>
        ))}
        {more > 0 && (
          <li>
            <span className={styles.planNumber}>{count}</span>
            <span>
              {more > 1 ? 'the last, ' : ''}
              <When at={plan.last.dueAt.toISOString()} zone={zone} form="full" />
            </span>
          </li>
        )}
      </ol>
      {repurpose && (
        <p className={styles.planNote}>
          <Icon name="repeat" size={16} />
          Then it starts again with the first.
        </p>
      )}
      {plan.note && (
        <p className={styles.planNote} data-tone="warn">
          <Icon name="clock" size={16} />
          {plan.note}
        </p>
      )}
    </aside>
  );
}
