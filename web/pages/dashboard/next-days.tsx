import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { counted } from '../../words.ts';
import styles from './next-days.module.css';
import { Panel, Quiet } from './panel.tsx';

type Days = Data<'fetch-dashboard'>['next_days'];

/** Posts per client and day for a week; an empty day is a gap one can see. */
export function NextDays({ days }: { days: Days }) {
  return (
    <Panel id="next-days" title="Next 7 days" side={<Link to="/scheduler">Open the calendar</Link>}>
      {days.clients.length === 0
        ? <Quiet>You have not created any client yet. <Link to="/add-client">Add Client</Link></Quiet>
        : <Week days={days} />}
    </Panel>
  );
}

function Week({ days }: { days: Days }) {
  return (
    <div className={styles.weekFrame} role="region" aria-label="Posts per client and day" tabIndex={0}>
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">Client</th>
            {days.dates.map((date) => <th scope="col" key={date}><span>{weekday(date)}</span> {dayOfMonth(date)}</th>)}
          </tr>
        </thead>
        <tbody>
          {days.clients.map((client) => (
            <tr key={client.id}>
              <th scope="row"><Link to={`/edit-client/${client.id}`}>{client.name}</Link></th>
              {days.dates.map((date, index) => <Day key={date} count={client.counts[index] ?? 0} />)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ count }: { count: number }) {
  if (count === 0) return <td><span className={styles.gap} title="Nothing planned"><span className="visually-hidden">Nothing planned</span></span></td>;
  return <td><span className={styles.full} title={counted(count, 'post')}>{count}</span></td>;
}

// The dates are calendar days already, so they are read and said in the one zone that shifts nothing.
const say = (date: string, options: Intl.DateTimeFormatOptions): string => new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });
const weekday = (date: string) => say(date, { weekday: 'short' });
const dayOfMonth = (date: string) => say(date, { day: 'numeric', month: 'short' });
