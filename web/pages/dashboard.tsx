import { PausedPanel } from '../parts/pausing/paused-panel.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Page } from '../parts/page.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { useCall } from '../queries.ts';
import { useMay, useUser } from '../session.ts';
import { ownZone } from '../when.ts';
import { ClientWelcome, Welcome } from './dashboard/welcome.tsx';
import { Counters } from './dashboard/counters.tsx';
import styles from './dashboard/dashboard.module.css';
import { NeedsYou } from './dashboard/needs-you.tsx';
import { NextDays } from './dashboard/next-days.tsx';
import { Today } from './dashboard/today.tsx';

const pause = 15_000; // ms; what goes out now is seen going out

/** `/dashboard`. Source: specification 2, §2 (Dashboard); ui.md, the three questions. */
export default function Dashboard() {
  const user = useUser();
  const schedules = useMay('schedule');
  return (
    <Page title="Dashboard">
      {schedules ? <Overview name={user.name} /> : <ClientWelcome name={user.name} id={user.id} />}
    </Page>
  );
}

function Overview({ name }: { name: string }) {
  const { data, dataUpdatedAt, error, isPending, refetch } = useCall('fetch-dashboard', { timezone: ownZone() }, { every: pause });
  return (
    <div className={styles.page}>
      <Welcome name={name} />
      {data && (
        <>
          <Counters data={data} />
          <Today today={data.today} />
          <PausedPanel />
          <NeedsYou entries={data.needs_you} asOf={dataUpdatedAt} />
          <NextDays days={data.next_days} />
        </>
      )}
      {!data && isPending && <Skeletons rows={4} kind="cards" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </div>
  );
}
