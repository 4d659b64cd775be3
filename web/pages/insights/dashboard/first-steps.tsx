import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import styles from './first-steps.module.css';
import { Panel } from '../../../parts/page/panel.tsx';

type Step = { title: string; text: string; to: string; done: boolean };

/** Onboarding, the first steps: what to do in which order, until all of it is done. Samples do not count. */
export function FirstSteps({ own }: { own: Data<'fetch-dashboard'>['own'] }) {
  const forClient = own.client_id ?? undefined;
  const steps: Step[] = [
    {
      title: 'Add a client',
      text: 'The business you post for.',
      to: paths.addClient(),
      done: own.client_id !== null,
    },
    {
      title: 'Connect its accounts',
      text: 'Where its posts appear.',
      to: own.client_id === null ? paths.clients() : paths.editClient(own.client_id, { tab: 'accounts' }),
      done: own.has_accounts,
    },
    {
      title: 'Create a stream',
      text: 'Pictures, videos or texts, in the order they go out.',
      to: paths.createStream({ for: forClient }),
      done: own.has_streams,
    },
    {
      title: 'Schedule it',
      text: 'When each of them is posted, and how often.',
      to: paths.scheduler({ new: '', for: forClient }),
      done: own.has_schedules,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  if (next === -1) return null;
  return (
    <Panel
      id="first-steps"
      title="First steps"
      side={
        <span>
          {steps.filter(({ done }) => done).length} of {steps.length} done
        </span>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ title, text, to, done }, index) => (
          <li key={title} data-state={done ? 'done' : index === next ? 'next' : undefined}>
            <span className={styles.iconTile} aria-hidden="true">
              {done ? <Icon name="check" size={16} /> : index + 1}
            </span>
            <span className={styles.words}>
              {done ? (
                <strong>
                  {title}
                  <span className="visually-hidden"> (done)</span>
                </strong>
              ) : (
                <Link to={to}>{title}</Link>
              )}
              <span>{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
