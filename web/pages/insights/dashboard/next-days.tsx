import { Link } from 'react-router';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { sayDay } from '../../../lib/dates.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { counted } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { useWeek } from './answers.ts';
import styles from './next-days.module.css';
import { Panel, Quiet, Reading } from '../../../parts/page/panel.tsx';
import { firstGap } from './week-words.ts';

/** Posts per client and day for a week; an empty day is a visible gap that can be filled. */
export function NextDays() {
  const { items, first, error, retry, hasMore, loadMore, loadingMore } = useWeek();
  return (
    <Panel id="next-days" title="Next 7 days" side={<Link to={paths.scheduler()}>Open the calendar</Link>}>
      <Reading read={{ isThere: first !== undefined, error, retry }} height={220}>
        {() =>
          first &&
          (items.length === 0 ? (
            <Quiet>
              You have not created any client yet. <Link to={paths.addClient()}>Add Client</Link>
            </Quiet>
          ) : (
            <>
              <Week dates={first.dates} clients={items} />
              <ShowMore list={{ hasMore, loadMore, loadingMore }} className={styles.more ?? ''}>
                Show more clients ({first.total - items.length})
              </ShowMore>
            </>
          ))
        }
      </Reading>
    </Panel>
  );
}

type Client = { id: string; name: string; counts: readonly number[] };

function Week({ dates, clients }: { dates: readonly string[]; clients: readonly Client[] }) {
  return (
    <table className={styles.week}>
      <caption className="visually-hidden">Posts per client and day</caption>
      <thead>
        <tr>
          <th scope="col">Client</th>
          {dates.map((date) => (
            <th scope="col" key={date}>
              <span>{sayDay(date, 'weekday')}</span> {sayDay(date, 'dayOfMonth')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Row key={client.id} client={client} dates={dates} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ client, dates }: { client: Client; dates: readonly string[] }) {
  const { id, name, counts } = client;
  const gap = firstGap({ dates, counts });
  return (
    <tr>
      <th scope="row">
        <span className={styles.client}>
          <ClientLink id={id} name={name} className={styles.name} />
          {gap !== null && (
            <Link
              className={styles.fill}
              to={paths.scheduler({ new: '', for: id, first: gap })}
              aria-label={`Schedule for ${name}`}
            >
              <Icon name="calendar-plus" size={15} />
              Schedule
            </Link>
          )}
        </span>
      </th>
      {dates.map((date, index) => (
        <td key={date}>
          <span className={styles.dayName} aria-hidden="true">
            {sayDay(date, 'weekday').slice(0, 2)}
          </span>
          <Day client={client} date={date} count={counts[index] ?? 0} />
        </td>
      ))}
    </tr>
  );
}

function Day({ client: { id, name }, date, count }: { client: Client; date: string; count: number }) {
  if (count > 0)
    return (
      <span className={styles.full} title={counted(count, 'post')}>
        {count}
      </span>
    );
  const words = `Nothing planned for ${name} on ${sayDay(date, 'dayOfMonth')}: schedule something`;
  // The keyboard uses the row's own link; seven more links per row would only get in the way.
  return (
    <Link
      className={styles.gap}
      to={paths.scheduler({ new: '', for: id, first: date })}
      tabIndex={-1}
      title="Nothing planned. Schedule something"
    >
      <Icon name="plus" size={16} />
      <span className="visually-hidden">{words}</span>
    </Link>
  );
}
