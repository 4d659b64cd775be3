import { Link } from 'react-router';
import type { Client } from '#contract/people/clients.ts';
import { networkNames } from '#rules/eligibility.ts';
import { paths } from '../../../paths.ts';
import { useOpenComposer } from '../../../composer/open-composer.ts';
import { counted } from '../../../lib/words.ts';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { When } from '../../../parts/display/when.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import styles from './client-week.module.css';
import type { WeekOf } from './use-client-weeks.ts';

type Week = NonNullable<ReturnType<WeekOf>>;

/** The next post of a client, which opens it; without one, a way to plan. */
export function NextPost({ week, client, small = false }: { week: Week; client: Client; small?: boolean }) {
  const open = useOpenComposer();
  const { next } = week;
  if (next === null)
    return (
      <Link
        className={styles.next}
        data-empty
        data-small={small || undefined}
        to={paths.planSeveral({ client: client.id })}
      >
        <Icon name="plus" size={16} />
        <span>
          <b>Nothing planned</b>
          {!small && <span>Plan the first week</span>}
        </span>
      </Link>
    );
  return (
    <button
      type="button"
      className={styles.next}
      data-small={small || undefined}
      onClick={() => open({ kind: 'post', id: next.occurrence_id })}
    >
      {!small && <Thumbnail src={next.thumbnail} alt="" size={40} icon="article" />}
      <span>
        <b title={next.title}>{next.title}</b>
        <span>
          Next: <When at={next.due_at} form="short" />
        </span>
      </span>
    </button>
  );
}

const letters = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days of this week: filled where something is planned, green where it is out; and how many posts there are. */
export function WeekDays({ week: { days, today } }: { week: Week }) {
  const total = days.reduce((sum, { posts }) => sum + posts, 0);
  const said = days.flatMap(({ posts }, index) => (posts > 0 ? [`${names[index]}: ${counted(posts, 'post')}`] : []));
  return (
    <span className={styles.week} role="img" aria-label={`This week: ${said.join(', ') || 'no post'}`}>
      {days.map(({ posts, posted }, index) => (
        <span
          key={names[index]}
          data-today={index === today || undefined}
          data-state={posts === 0 ? undefined : posted === posts ? 'posted' : 'planned'}
        >
          {letters[index]}
        </span>
      ))}
      <b>{total}</b>
    </span>
  );
}

/** The client's networks, those to reconnect marked. */
export function Networks({ week: { networks } }: { week: Week }) {
  return (
    <span className={styles.networks}>
      {networks.map(({ type, broken }) => (
        <span key={type} data-broken={broken || undefined}>
          <NetworkIcon network={type} size={18} dimmed={broken} />
          {broken && <i aria-hidden="true">!</i>}
        </span>
      ))}
    </span>
  );
}

/** What the client's posts need most: an account to reconnect, words to change, an approval. */
export function Mark({ week, client }: { week: Week; client: Client }) {
  const broken = week.networks.find((network) => network.broken);
  if (broken)
    return (
      <Link className={styles.mark} data-tone="bad" to={paths.editClient(client.id, { tab: 'accounts' })}>
        <Icon name="alert-triangle" size={14} /> Reconnect {networkNames[broken.type]}
      </Link>
    );
  if (week.sent_back > 0)
    return (
      <Link className={styles.mark} data-tone="warn" to={paths.approvals({ client: client.id, list: 'sent-back' })}>
        <Icon name="arrow-back-up" size={14} /> {week.sent_back} sent back
      </Link>
    );
  if (client.approval_waiting > 0)
    return (
      <Link className={styles.mark} data-tone="wait" to={paths.approvals({ client: client.id })}>
        <Icon name="hourglass" size={14} /> {client.approval_waiting} {client.approval_waiting === 1 ? 'waits' : 'wait'}
      </Link>
    );
  return null;
}
