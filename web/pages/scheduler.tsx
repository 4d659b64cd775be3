import { useState } from 'react';
import { Page, PageAction } from '../parts/page.tsx';
import { useList } from '../queries.ts';
import { ownZone } from '../when.ts';
import { padded } from '../words.ts';
import { Calendar } from './scheduler/calendar/calendar.tsx';
import { Wizard } from './scheduler/wizard.tsx';
import { firstChoice } from './scheduler/wizard-state.ts';

/** /scheduler: the way to a schedule, and the calendar of all that is planned. Source: specification 3, §2. */
export default function Scheduler() {
  const [choice, setChoice] = useState(() => firstChoice(ownZone(), new Date()));
  const { first } = useList('fetch-schedulers', {});
  return (
    <Page
      title="Scheduler"
      wide
      heading="Schedule Content"
      count={first ? `${padded(first.total)} Schedule` : undefined}
      action={<PageAction icon="list" to="/schedule-content">View Schedule</PageAction>}
    >
      <Wizard choice={choice} onChange={setChoice} />
      <Calendar picked={choice.date} onPick={(date) => setChoice((before) => ({ ...before, date }))} />
    </Page>
  );
}
