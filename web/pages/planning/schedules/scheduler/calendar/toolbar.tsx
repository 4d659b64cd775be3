import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { useShortcuts } from '../../../../../parts/shortcuts/shortcut-store.ts';
import { zoneLabel } from '../../../../../lib/when.ts';
import type { Shown } from '../address.ts';
import { dayBeside, titleOf, views, type Day, type View } from './days.ts';
import { ClientFilter, FilterMenu } from './filters.tsx';
import styles from './toolbar.module.css';
import { ViewChoices, ViewMenu } from './view-menu.tsx';

const viewNames: Readonly<Record<View, string>> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' };

const shortcuts = [
  {
    name: 'Calendar',
    shortcuts: [
      { label: 'Write a post for the day', keys: ['Enter'] },
      { label: 'Pick the post up, to move it with the arrows', keys: ['M'] },
    ],
  },
];

type Props = {
  shown: Shown;
  view: View;
  day: Day;
  zone: string;
  /** Whether it is the calendar of a single client. */ ofOne: boolean;
  narrow: boolean;
  /** The heading, which takes the focus when the days change. */ title: Ref<HTMLHeadingElement>;
  /** Special days and their countries; undefined until they are read. */
  extra: { events: readonly ExtraEvent[]; countries: readonly string[] } | undefined;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
  onSubscribe: () => void;
};

/** One row above the calendar: its days, whose posts it shows, and how. The zone is said here and nowhere else. */
export function CalendarToolbar({ shown, view, day, zone, ofOne, narrow, title, extra, onChange, onSubscribe }: Props) {
  useShortcuts(shortcuts);
  const show = (wanted: Day) => onChange({ day: wanted });
  const choices = { shown, countries: extra?.countries ?? [], onChange };
  const unit = view === 'list' ? 'month' : view;
  const client = !ofOne && <ClientFilter value={shown.client} onChange={(id) => onChange({ client: id })} />;
  const viewChoice: ReactNode = (
    <SegmentedControl
      aria-label="View"
      value={view}
      onChange={(value) => onChange({ view: value })}
      data={views.map((value) => ({ value, label: viewNames[value] }))}
    />
  );
  return (
    <header className={styles.toolbar}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={`Previous ${unit}`}
        onClick={() => show(dayBeside(view, day, -1))}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <ActionIcon variant="default" size={32} aria-label={`Next ${unit}`} onClick={() => show(dayBeside(view, day, 1))}>
        <Icon name="chevron-right" />
      </ActionIcon>
      <Button variant="default" size="compact-md" h={32} onClick={() => onChange({ day: null })}>
        Today
      </Button>
      <h2 id="calendar-title" aria-live="polite" ref={title} tabIndex={-1}>
        {titleOf(view, day)}
      </h2>
      <span className={styles.zone}>Times in {zoneLabel(zone)}</span>
      {!narrow && client}
      {narrow ? (
        <FilterMenu
          shown={shown}
          ofOne={ofOne}
          onChange={onChange}
          after={(close) => (
            <ViewChoices
              {...choices}
              onSubscribe={() => {
                close();
                onSubscribe();
              }}
            />
          )}
        >
          {viewChoice}
          {client}
        </FilterMenu>
      ) : (
        <>
          <FilterMenu shown={shown} ofOne={ofOne} onChange={onChange} />
          {viewChoice}
          <ViewMenu {...choices} onSubscribe={onSubscribe} />
        </>
      )}
    </header>
  );
}
