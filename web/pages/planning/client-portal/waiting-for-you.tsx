import { Link } from 'react-router';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import styles from './portal.module.css';

const every = 60_000; // ms

/** Says that posts await the client's approval, with a link; hidden without any. */
export function WaitingForYou() {
  const { data } = useCall('fetch-approvals', { list: 'waiting' }, { every });
  const [first] = data?.items ?? [];
  if (!data || first === undefined) return null;
  const { waiting } = data.counts;
  return (
    <section className={styles.waiting} data-tone={first.held ? 'bad' : 'wait'} aria-labelledby="waiting-for-you">
      <span className={styles.iconTile}>
        <Icon name={first.held ? 'alert-triangle' : 'hourglass'} size={22} />
      </span>
      <div className={styles.words}>
        <h2 id="waiting-for-you">{counted(waiting, 'post waits', 'posts wait')} for your approval</h2>
        <p>
          {first.held ? (
            <>
              “{first.title}” was planned for <When at={first.due_at} zone={first.timezone} within /> and is held until
              you approve it.
            </>
          ) : (
            <>
              “{first.title}” goes out first, <When at={first.due_at} zone={first.timezone} within />. What is not
              approved by its time is held, not published.
            </>
          )}
        </p>
      </div>
      <Link className={styles.go} to={paths.approvals()}>
        Look at {waiting === 1 ? 'it' : 'them'}
        <Icon name="arrow-right" size={16} />
      </Link>
    </section>
  );
}
