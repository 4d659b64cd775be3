import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page, PageAction } from '../parts/page.tsx';
import { UnsavedNote } from '../parts/unsaved-note.tsx';
import { useCall, useList } from '../queries.ts';
import { useUnfinished } from '../use-unfinished.ts';
import { ownZone } from '../when.ts';
import { padded } from '../words.ts';
import { askedIn } from './scheduler/address.ts';
import { Calendar } from './scheduler/calendar/calendar.tsx';
import { Wizard } from './scheduler/wizard.tsx';
import { firstChoice, todayIn, withClient, type Choice } from './scheduler/wizard-state.ts';

/** /scheduler: the way to a schedule, and the calendar of all that is planned. Source: specification 3, §2. */
export default function Scheduler() {
  const [search] = useSearchParams();
  const asked = askedIn(search);
  const [empty] = useState(() => firstOf(asked.first, undefined));
  const { typed, isTyped, isRestored, type, take, forget } = useUnfinished<Choice>({
    place: asked.clientId === null && asked.first === null ? 'schedule' : null, opened: { fields: empty, origin: empty, version: null }, isWorth: ({ client }) => client !== null,
  });
  const setChoice = (fields: Choice) => type((before) => ({ ...before, fields }));
  const { data: found } = useCall('fetch-app-client', { id: asked.clientId ?? '' }, { enabled: asked.clientId !== null });
  const choice = isTyped ? typed.fields : firstOf(asked.first, found?.items[0]);
  const { first } = useList('fetch-schedulers', { brief: true });
  return (
    <Page
      title="Scheduler"
      wide
      heading="Schedule Content"
      count={first ? `${padded(first.total)} Schedule` : undefined}
      action={<PageAction icon="list" to="/schedule-content">View Schedule</PageAction>}
    >
      <UnsavedNote restored={isRestored} onDiscard={() => take(empty, null)} />
      <Wizard choice={choice} onChange={setChoice} onEnd={forget} />
      <Calendar key={search.toString()} asked={asked} picked={choice.date} onPick={(date) => setChoice({ ...choice, date })} />
    </Page>
  );
}

/** Where the wizard begins, with the client and the day that the address asks for. */
function firstOf(day: string | null, client: { id: string; name: string } | undefined): Choice {
  const now = new Date();
  const choice = firstChoice(ownZone(), now);
  const dated = day !== null && day > todayIn(choice.zone, now) ? { ...choice, date: day } : choice;
  return client ? withClient(dated, { id: client.id, name: client.name }) : dated;
}
