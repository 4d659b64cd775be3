import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState } from 'react';
import { ErrorState } from '../../../parts/error-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Skeletons } from '../../../parts/skeletons.tsx';
import { useCall, useList } from '../../../queries.ts';
import { ownZone, placeOf } from '../../../when.ts';
import type { Asked } from '../address.ts';
import { todayIn } from '../wizard-state.ts';
import styles from './calendar.module.css';
import { DayView } from './day-view.tsx';
import { dayBeside, longDay, rangeOf, titleOf, views, type Day, type View } from './days.ts';
import { byDay, perDay, type CalendarData } from './events.ts';
import { ListView } from './list-view.tsx';
import { MonthView } from './month-view.tsx';
import { WeekView } from './week-view.tsx';

const viewNames: Readonly<Record<View, string>> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' };

type Props = { /** How it opens. */ asked: Pick<Asked, 'view' | 'day'>; /** The day chosen for the first post. */ picked: Day; onPick: (day: Day) => void };

/** Everything that is planned, by month, week, day or as a list; a day to come can be picked for the first post. */
export function Calendar({ asked, picked, onPick }: Props) {
  const zone = ownZone();
  const today = todayIn(zone, new Date());
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const [view, setView] = useState<View>(asked.view ?? 'month');
  const [day, setDay] = useState<Day>(asked.day ?? today);
  const [clientId, setClientId] = useState<string | null>(null);
  const { from, to } = rangeOf(view, day);
  const { data: arrived, error, isPlaceholderData, refetch } = useCall(
    'fetch-calendar',
    { from, to, timezone: zone, per_day: perDay[view], ...(clientId ? { client_id: clientId } : {}) },
    { keep: true },
  );
  // Drawn in slices, so that a busy month does not hold up typing or scrolling beside it.
  const data = useDeferredValue(arrived);
  const events = useMemo(() => byDay(data), [data]);
  const openDay = (wanted: Day) => {
    setDay(wanted);
    setView('day');
  };
  const pick = (wanted: Day) => {
    setDay(wanted);
    onPick(wanted);
  };
  const shared = { day, today, picked, events, onPick: pick, onShow: setDay, onOpenDay: openDay };

  return (
    <section className={styles.calendar} aria-labelledby="calendar-title">
      <header className={styles.head}>
        <div className={styles.moves}>
          <Button variant="default" onClick={() => setDay(today)}>Today</Button>
          <ActionIcon variant="default" size={36} aria-label={`Previous ${view === 'list' ? 'month' : view}`} onClick={() => setDay(dayBeside(view, day, -1))}><Icon name="chevron-left" /></ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={`Next ${view === 'list' ? 'month' : view}`} onClick={() => setDay(dayBeside(view, day, 1))}><Icon name="chevron-right" /></ActionIcon>
          <h2 id="calendar-title" aria-live="polite">{titleOf(view, day)}</h2>
        </div>
        <ClientFilter value={clientId} onChange={setClientId} />
        <SegmentedControl aria-label="View" value={view} onChange={(value) => setView(views.find((known) => known === value) ?? 'month')} data={views.map((value) => ({ value, label: viewNames[value] }))} />
      </header>
      <p className={styles.zone}>Times in {placeOf(zone)}. Press a day to set the first post{picked >= today ? `, now ${longDay(picked)}` : ''}.</p>
      {error && !data
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : !data
          ? <Skeletons rows={6} kind="table" />
          : <div className={styles.body} data-stale={isPlaceholderData || undefined}><Shown view={view} narrow={narrow} shared={shared} data={data} /></div>}
    </section>
  );
}

type Shared = Parameters<typeof MonthView>[0];

function Shown({ view, narrow, shared, data }: { view: View; narrow: boolean; shared: Shared; data: CalendarData | undefined }) {
  switch (view) {
    case 'month':
      return (
        <>
          <MonthView {...shared} />
          {narrow && <ListView {...shared} days={[shared.day]} />}
        </>
      );
    case 'week':
      return narrow ? <ListView {...shared} days={data?.days.map(({ date }) => date) ?? []} /> : <WeekView {...shared} />;
    case 'day':
      return <DayView {...shared} />;
    case 'list':
      return <ListView {...shared} days={data?.days.map(({ date }) => date) ?? []} />;
    default:
      return view satisfies never;
  }
}

function ClientFilter({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  const list = useList('fetch-app-client', search && search !== name ? { search } : {});
  const found = list.items.map((client) => ({ value: client.id, label: client.name }));
  const known = value === null || found.some((option) => option.value === value) ? found : [{ value, label: name }, ...found];
  return (
    <Select
      aria-label="Client"
      placeholder="All clients"
      className={styles.filter ?? ''}
      data={known}
      value={value}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all clients' }}
      onSearchChange={setSearch}
      onChange={(id, option) => {
        setName(option?.label ?? '');
        onChange(id);
      }}
    />
  );
}
