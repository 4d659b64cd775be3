import { Link } from 'react-router';
import type { CalendarStatus } from '#contract/base/list-options.ts';
import type { Data } from '#contract/index.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { bucketLooks, type Look, type Tone } from '../../../parts/states/state-looks.ts';
import { ownZone, zoneLabel, sayClock } from '../../../lib/when.ts';
import { addDays } from '../../planning/schedules/scheduler/calendar/days.ts';
import { paths } from '../../../paths.ts';
import { sayDay } from './day-words.ts';
import { useToday } from './answers.ts';
import { Panel, Quiet, Reading } from '../../../parts/page/panel.tsx';
import { sayCount } from '../../../lib/words.ts';
import styles from './today.module.css';

type Read = Data<'fetch-today'>;
type Counts = Read['today'];

/**
 * How many posts were published today, wait or failed; what comes next; and whether yesterday's posts were published.
 */
export function Today() {
  const { data, error, refetch } = useToday();
  return (
    <Panel
      id="today"
      title="Today"
      side={
        <span>
          <Link to={paths.ledger()}>Ledger</Link> · <Link to={paths.scheduleContent()}>All schedules</Link>
        </span>
      }
    >
      <Reading read={{ isThere: data !== undefined, error, retry: () => void refetch() }} height={320}>
        {() => data && <Day read={data} />}
      </Reading>
    </Panel>
  );
}

function Day({ read }: { read: Read }) {
  const { today, yesterday, date } = read;
  const total = sum(today);
  const { published: posted, waiting, failed, uncertain } = bucketLooks;
  const parts: { look: Look; count: number; status: CalendarStatus }[] = [
    { look: posted, count: today.posted, status: 'posted' },
    { look: waiting, count: today.waiting, status: 'scheduled' },
    { look: today.failed > 0 ? failed : { ...failed, tone: 'calm' }, count: today.failed, status: 'needs-you' },
    ...(today.uncertain > 0 ? [{ look: uncertain, count: today.uncertain, status: 'needs-you' } as const] : []),
  ];
  return (
    <>
      <dl className={styles.today}>
        {parts.map(({ look: { word: label, icon, tone }, count, status }) => (
          <div key={label} data-tone={tone}>
            <dt>
              <Icon name={icon} size={16} />
              {label}
            </dt>
            <dd>
              {count === 0 ? (
                '0'
              ) : (
                <Link to={paths.scheduler({ view: 'day', day: date, status })}>
                  {sayCount(count)}
                  <span className="visually-hidden"> {label.toLowerCase()}: see today’s</span>
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {total > 0 ? (
        <Bar today={today} total={total} />
      ) : (
        <Quiet>
          Nothing is planned for today. <Link to={paths.scheduler({ new: '' })}>Schedule something</Link>
        </Quiet>
      )}
      <p className={styles.yesterday} data-tone={toneOf(yesterday)}>
        <Icon name={toneOf(yesterday) === undefined ? 'history' : 'alert-triangle'} size={16} />
        <span>{sayDay(yesterday)}</span>
        {sum(yesterday) > 0 && <Link to={paths.scheduler({ view: 'day', day: addDays(date, -1) })}>See yesterday</Link>}
      </p>
      <ToCome read={read} />
    </>
  );
}

function ToCome({ read: { to_come: toCome, today, date } }: { read: Read }) {
  if (toCome.length === 0) return null;
  const more = today.waiting > toCome.length;
  return (
    <>
      <h3 className={styles.nextHead}>
        Goes out next <span>· times in {zoneLabel(ownZone())}</span>
      </h3>
      <ul className={styles.next}>
        {toCome.map(({ id, schedule_id: scheduleId, at, client_id: clientId, client, title }) => (
          <li key={id}>
            <time dateTime={at}>{sayClock(new Date(at))}</time>
            <Link to={paths.scheduleDetail(scheduleId)} title={title}>
              {title || 'Untitled'}
            </Link>
            <ClientLink id={clientId} name={client} className={styles.client} />
          </li>
        ))}
      </ul>
      {more && (
        <Link className={styles.all} to={paths.scheduler({ view: 'day', day: date })}>
          See the whole day
        </Link>
      )}
    </>
  );
}

/** The tone of the worst of them; undefined if all is well. */
const toneOf = ({ failed, uncertain }: Counts): Tone | undefined =>
  failed > 0 ? 'bad' : uncertain > 0 ? 'warn' : undefined;

const sum = ({ posted, waiting, failed, uncertain }: Counts): number => posted + waiting + failed + uncertain;

function Bar({ today, total }: { today: Counts; total: number }) {
  const share = (count: number) => ({ flexGrow: count / total });
  return (
    <div className={styles.bar} aria-hidden="true">
      {today.posted > 0 && <span data-tone="good" style={share(today.posted)} />}
      {today.failed > 0 && <span data-tone="bad" style={share(today.failed)} />}
      {today.uncertain > 0 && <span data-tone="warn" style={share(today.uncertain)} />}
      {today.waiting > 0 && <span data-tone="wait" style={share(today.waiting)} />}
    </div>
  );
}
