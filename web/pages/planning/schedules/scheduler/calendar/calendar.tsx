import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState } from 'react';
import { ErrorState } from '../../../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../../../parts/states/skeletons.tsx';
import { useCall } from '../../../../../api/queries.ts';
import { sayLocal } from '../../../../../lib/dates.ts';
import { ownZone, zoneLabel } from '../../../../../lib/when.ts';
import { ChangeNote, type Change } from '../../../../content/streams/stream-editor/change-note.tsx';
import { useWordsChanged } from '../../../../content/streams/stream-editor/use-words-changed.ts';
import type { Shown } from '../address.ts';
import { todayIn } from '../wizard-state.ts';
import styles from './calendar.module.css';
import { DraftsTray } from './drafts/tray.tsx';
import { useDrafts, useUndated } from './drafts/use-drafts.ts';
import { useWish } from './drafts/use-wish.ts';
import { DayView } from './day-view.tsx';
import { rangeOf, type Day, type View } from './days.ts';
import type { OpenedEvent, OpenEvent } from './event-button.tsx';
import { byDay, isDraft, perDay, type CalendarData } from './events.ts';
import { DroppedFiles } from './files/dropped-files.tsx';
import { useDropped } from './files/use-dropped.ts';
import { useFileDrop } from './files/use-file-drop.ts';
import { GapsOfClients } from './gaps.tsx';
import { ListView } from './list-view.tsx';
import { withMoved } from './move/times.ts';
import { useCarrying } from './move/use-carrying.ts';
import { useMove } from './move/use-move.ts';
import type { PickedUp } from './move/use-pick-up.ts';
import { MonthView } from './month-view.tsx';
import { OverCalendar } from './over-calendar.tsx';
import { specialDays } from './special-days.ts';
import { CalendarToolbar } from './toolbar.tsx';
import { useActing } from './use-acting.ts';
import { useFollowedFocus } from './use-followed-focus.ts';
import { WeekView } from './week-view.tsx';

type Props = {
  /** The initial part of the plan: by default, this week of all clients. */ shown: Shown;
  /** Whether it is the calendar of a single client, so that no client can be selected. */ ofOne?: boolean;
  /** Changes the state in the address; with `isStep` Back returns to this state. */
  onChange: (changes: Readonly<Record<string, string | null>>, isStep?: boolean) => void;
  /** Begins a post: on a day, at an hour ('HH:mm'), or whenever. */
  onNew: (day: Day | null, at: string | null) => void;
  /** Offers streams that can fill a client's empty day. */ onFill: (clientId: string, day: Day) => void;
  /** Opens the dialog with the addresses by which calendar programs read the plan. */ onSubscribe: () => void;
};

/** Everything planned, by month, week, day or as a list; a future day or hour begins a post. */
export function Calendar({ shown, ofOne = false, onChange, onNew, onFill, onSubscribe }: Props) {
  const zone = ownZone();
  const today = todayIn(zone, new Date());
  const narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const { view = 'week', day = today } = present(shown);
  const [opened, setOpened] = useState<OpenedEvent | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const reworded = useWordsChanged(setChange);
  const { from, to } = rangeOf(view, day);
  const {
    data: arrived,
    error,
    isPlaceholderData,
    isFetching,
    isPaused,
    refetch,
  } = useCall(
    'fetch-calendar',
    { from, to, timezone: zone, per_day: perDay[view], ...filtersOf(shown) },
    { keep: true },
  );
  const moving = useMove(arrived);
  // Rendered in slices, so that a busy month does not block typing or scrolling.
  const latest = useMemo(() => withMoved(arrived, moving.pending), [arrived, moving.pending]);
  const data = useDeferredValue(latest);
  const drafts = useDrafts({ from, to, zone, ...shown });
  const events = useMemo(() => byDay(data, drafts), [data, drafts]);
  const extra = useCall('fetch-extra-events', { from, to }, { keep: true }).data;
  const { special: choice, country } = shown;
  const special = useMemo(() => specialDays(extra?.events ?? [], { choice, country }), [extra, choice, country]);
  const show = (wanted: Day) => onChange({ day: wanted });
  const undated = useUndated(shown.client, view === 'week');
  const wish = useWish();
  const { picked, handlers } = useCarrying({
    view,
    from,
    events: data?.events,
    drafts,
    undated: undated ?? [],
    onMove: (event, local) => void moving.move({ id: event.id, at: event.date }, local, event.timezone),
    onWish: wish,
    onShow: show,
  });
  const dropped = useDropped(shown.client);
  const takesFiles = useFileDrop(dropped.onFiles);
  const { body, title } = useFollowedFocus({
    settled: data === latest && !isFetching && !moving.busy && picked === null,
  });
  const acting = useActing();
  const open: OpenEvent = (pressed, act) => {
    if (act === undefined || isDraft(pressed.event)) setOpened(pressed);
    else acting.act(act, pressed.event);
  };
  const close = () => {
    setOpened(null);
    const { activeElement } = document;
    // If the person has pressed something else, the focus stays there.
    if (activeElement === document.body || activeElement?.closest('[data-event-popover]'))
      (opened?.button.isConnected ? opened.button : title.current)?.focus();
  };
  const shared = {
    day,
    today,
    events,
    onNew,
    onShow: show,
    onOpenDay: (wanted: Day) => onChange({ day: wanted, view: 'day' }, true),
    onOpen: open,
    target: picked?.local ?? null,
    special,
  };

  return (
    <section aria-labelledby="calendar-title" className={styles.calendar} data-docks={view === 'week' || undefined}>
      <CalendarToolbar {...{ shown, view, day, zone, ofOne, narrow, title, extra, onChange, onSubscribe }} />
      <p className={styles.picked} role="status">
        {picked &&
          `“${picked.carried.title}” to ${sayTarget(picked)}. ` +
            'Arrow keys move it, Enter puts it there, Escape leaves it.'}
      </p>
      {change && <ChangeNote change={change} onClose={() => setChange(null)} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || (isPlaceholderData && isPaused) ? (
        // Without a connection, days that were never read would look empty.
        <Skeletons rows={6} kind="table" />
      ) : (
        <div
          className={styles.body}
          ref={body}
          role="presentation"
          data-stale={isPlaceholderData || undefined}
          {...handlers}
          {...takesFiles}
        >
          <View view={view} narrow={narrow} shared={shared} data={data} />
        </div>
      )}
      <GapsOfClients from={from} to={to} client={shown.client} onFill={onFill} />
      {view === 'week' && undated !== undefined && (
        <div className={styles.carries} role="presentation" {...handlers}>
          <DraftsTray drafts={undated} narrow={narrow} onOpen={acting.openDraft} onNew={() => onNew(null, null)} />
        </div>
      )}
      <DroppedFiles dropped={dropped} />
      <OverCalendar opened={opened} acting={acting} moving={moving} onReworded={reworded} onClose={close} />
    </section>
  );
}

/** Where what is picked up would be put down: a post on its client's clock, a draft on the viewer's. */
const sayTarget = ({ carried: { said, zone }, local }: PickedUp): string =>
  sayLocal(said(local), 'full') + (zone === ownZone() ? '' : ` · ${zoneLabel(zone)}`);

/** An announcement without its empty parts. */
const present = ({ view, day }: Shown): { view?: View; day?: Day } => ({
  ...(view === null ? {} : { view }),
  ...(day === null ? {} : { day }),
});

/** The filters in the format of the calls. */
const filtersOf = ({ client, network, status }: Shown) => ({
  ...(client === null ? {} : { client_id: client }),
  ...(network === null ? {} : { network }),
  ...(status === null ? {} : { status }),
});

type Shared = Parameters<typeof MonthView>[0];

function View({
  view,
  narrow,
  shared,
  data,
}: {
  view: View;
  narrow: boolean;
  shared: Shared;
  data: CalendarData | undefined;
}) {
  switch (view) {
    case 'month':
      return (
        <>
          <MonthView {...shared} />
          {narrow && <ListView {...shared} days={[shared.day]} />}
        </>
      );
    case 'week':
      return narrow ? (
        <ListView {...shared} days={data?.days.map(({ date }) => date) ?? []} />
      ) : (
        <WeekView {...shared} />
      );
    case 'day':
      return <DayView {...shared} />;
    case 'list':
      return <ListView {...shared} days={data?.days.map(({ date }) => date) ?? []} />;
    default:
      return view satisfies never;
  }
}
