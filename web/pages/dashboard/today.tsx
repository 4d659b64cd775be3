import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { Panel, Quiet } from './panel.tsx';
import styles from './today.module.css';

/** What has gone out today, what waits, what failed. */
export function Today({ today }: { today: Data<'fetch-dashboard'>['today'] }) {
  const total = today.posted + today.waiting + today.failed + today.uncertain;
  const parts: { label: string; count: number; icon: IconName; tone: string }[] = [
    { label: 'Posted', count: today.posted, icon: 'circle-check', tone: 'good' },
    { label: 'Waiting', count: today.waiting, icon: 'clock', tone: 'wait' },
    { label: 'Failed', count: today.failed, icon: 'circle-x', tone: today.failed > 0 ? 'bad' : 'calm' },
    ...(today.uncertain > 0 ? [{ label: 'Needs a look', count: today.uncertain, icon: 'help-circle', tone: 'bad' } as const] : []),
  ];
  return (
    <Panel id="today" title="Today" side={<span><Link to="/ledger">Ledger</Link> · <Link to="/schedule-content">All schedules</Link></span>}>
      <dl className={styles.today}>
        {parts.map(({ label, count, icon, tone }) => (
          <div key={label} data-tone={tone}>
            <dt><Icon name={icon} size={16} />{label}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {total > 0 ? <Bar today={today} total={total} /> : <Quiet>Nothing is planned for today. <Link to="/scheduler">Schedule something</Link></Quiet>}
    </Panel>
  );
}

function Bar({ today, total }: { today: Data<'fetch-dashboard'>['today']; total: number }) {
  const share = (count: number) => ({ flexGrow: count / total });
  return (
    <div className={styles.bar} aria-hidden="true">
      {today.posted > 0 && <span data-tone="good" style={share(today.posted)} />}
      {today.failed + today.uncertain > 0 && <span data-tone="bad" style={share(today.failed + today.uncertain)} />}
      {today.waiting > 0 && <span data-tone="wait" style={share(today.waiting)} />}
    </div>
  );
}
