import type { Data } from '#contract/index.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { stateLooks } from '../../../parts/states/state-looks.ts';
import { exactly, sayStep, zoneLabel } from '../../../lib/when.ts';
import styles from './ledger.module.css';

type Step = Data<'explain-delivery'>['steps'][number];

const looks = {
  plan: { icon: 'calendar-event', tone: 'calm' },
  work: { icon: 'send', tone: 'calm' },
  good: stateLooks.posted,
  bad: stateLooks.failed,
  doubt: stateLooks.uncertain,
  person: { icon: 'user-circle', tone: 'brand' },
  wait: { icon: 'hourglass', tone: 'wait' },
  next: { icon: 'arrow-right', tone: 'none' },
} as const satisfies Record<Step['kind'], { icon: IconName; tone: string }>;

/** A delivery's steps in order, in the schedule's time zone. */
export function Story({ steps, zone }: { steps: readonly Step[]; zone: string }) {
  return (
    <section className={styles.story} aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <p className={styles.hint}>Times are those of {zoneLabel(zone)}.</p>
      <ol>
        {steps.map((step, index) => (
          // Steps are only added at the end, and have no id of their own.
          <li key={index} data-tone={looks[step.kind].tone}>
            <span className={styles.iconTile}>
              <Icon name={looks[step.kind].icon} size={18} />
            </span>
            <div>
              {step.at !== null && (
                <time dateTime={step.at} title={exactly(new Date(step.at), zone)}>
                  {sayStep(new Date(step.at), zone)}
                </time>
              )}
              <p>{step.text}</p>
              {step.detail !== '' && <p className={styles.detail}>{step.detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
