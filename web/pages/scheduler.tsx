import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page, PageAction } from '../parts/page.tsx';
import { useList } from '../api/queries.ts';
import { loadPart } from '../lib/load-code.ts';
import { padded } from '../lib/words.ts';
import { paths } from '../paths.ts';
import { askedIn, searchWith } from './scheduler/address.ts';
import { Calendar } from './scheduler/calendar/calendar.tsx';

const NewScheduleDialog = lazy(async () => ({
  default: (await loadPart(() => import('./scheduler/new-schedule.tsx'))).NewScheduleDialog,
}));

const FeedsDialog = lazy(() => loadPart(() => import('./scheduler/feeds/feeds-dialog.tsx')));

/** /scheduler: the calendar of all that is planned; with `?new` the way to a new schedule over it. */
export default function Scheduler() {
  const [search, setSearch] = useSearchParams();
  const asked = askedIn(search);
  const { first } = useList('fetch-schedulers', { brief: true });
  const change = (changes: Readonly<Record<string, string | null>>, isStep = false) =>
    setSearch((before) => searchWith(before, changes), { replace: !isStep });
  const [isSubscribing, setSubscribing] = useState(false);
  const open = (day: string | null, at: string | null) => change({ new: '', for: asked.client, first: day, at }, true);
  return (
    <Page
      title="Scheduler"
      wide
      heading="Schedule Content"
      count={first ? `${padded(first.total)} Schedule` : undefined}
      action={
        <>
          <PageAction icon="list" to={paths.scheduleContent()}>
            View Schedule
          </PageAction>
          <PageAction icon="calendar-plus" onClick={() => open(null, null)}>
            New schedule
          </PageAction>
        </>
      }
    >
      <Calendar
        shown={asked}
        onChange={change}
        onNew={open}
        onFill={(clientId, day) => change({ new: '', for: clientId, first: day, step: 'stream' }, true)}
        onSubscribe={() => setSubscribing(true)}
      />
      {isSubscribing && (
        <Suspense fallback={null}>
          <FeedsDialog clientId={asked.client} onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
      {asked.new && (
        <Suspense>
          <NewScheduleDialog
            asked={asked.new}
            onClose={() => change({ new: null, for: null, first: null, at: null, step: null })}
          />
        </Suspense>
      )}
    </Page>
  );
}
