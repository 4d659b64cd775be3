import { lazy, Suspense, useEffect } from 'react';
import { loadPart } from '../../../lib/load-code.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { PausedPanel } from '../../../parts/pausing/paused-panel.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useMay, useUser } from '../../../api/session.ts';
import { useFirstAnswers, useOverview } from './answers.ts';
import { Counters } from './counters.tsx';
import styles from './dashboard.module.css';
import { EmptyWeeks } from './empty-weeks.tsx';
import { FileTitles } from './file-titles.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsYou } from './needs-you.tsx';
import { RecentContents } from './recent.tsx';
import { Today } from './today.tsx';
import { ClientWelcome, Welcome } from './welcome.tsx';

const Portal = lazy(async () => ({
  default: (await loadPart(() => import('../../planning/client-portal/portal.tsx'))).Portal,
}));

const loadNextDays = () => loadPart(() => import('./next-days.tsx'));
const NextDays = lazy(async () => ({ default: (await loadNextDays()).NextDays }));
const loadSuggestions = () => loadPart(() => import('./suggestions.tsx'));
const Suggestions = lazy(async () => ({ default: (await loadSuggestions()).Suggestions }));

/** `/dashboard`. */
export default function Dashboard() {
  const user = useUser();
  const schedules = useMay('schedule');
  return (
    <Page title="Dashboard">
      {schedules ? (
        <Overview name={user.name} />
      ) : (
        <>
          <ClientWelcome name={user.name} id={user.id} />
          <Suspense fallback={<Skeletons rows={2} kind="cards" />}>
            <Portal />
          </Suspense>
        </>
      )}
    </Page>
  );
}

/** Each part loads its own data, so that one failure leaves the others intact. */
function Overview({ name }: { name: string }) {
  const { data, error, refetch } = useOverview();
  const isRead = useFirstAnswers();
  useEffect(() => {
    void Promise.all([loadNextDays(), loadSuggestions()]); // loaded by the time the answers arrive
  }, []);
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Welcome name={name} />
        {data ? (
          <Counters data={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeletons rows={5} kind="counters" />
        )}
      </div>
      {isRead ? (
        <>
          {data && <FirstSteps own={data.own} />}
          <FileTitles />
          <EmptyWeeks />
          <div className={styles.pair}>
            <Today />
            <NeedsYou />
          </div>
          <PausedPanel />
          <Suspense fallback={<Skeletons rows={2} kind="cards" />}>
            <NextDays />
            <Suggestions />
          </Suspense>
          {data && <RecentContents recent={data.recent} />}
        </>
      ) : (
        <Skeletons rows={5} kind="cards" />
      )}
    </div>
  );
}
