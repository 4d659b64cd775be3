import { useEffect, useState } from 'react';
import type { IconName } from '../parts/icon.tsx';
import { useCall } from '../queries.ts';
import { personOf, useMay, useUser } from '../session.ts';
import { screensOf } from './navigation.ts';

/** Somewhere to jump to. */
export type Target = { to: string; label: string; kind: 'Page' | 'Client' | 'Stream' | 'Schedule'; icon: IconName };

const pause = 150; // ms between the last key and the search
const mostOfAKind = 6;

/** What matches the typed letters: screens at once, clients, streams and schedules as the server finds them. */
export function useTargets(typed: string): { targets: Target[]; loading: boolean } {
  const user = useUser();
  const search = useSettled(typed.trim());
  const wanted = search !== '';
  const mayStreams = useMay('manageStreams');
  const maySchedule = useMay('schedule');
  const clients = useCall('fetch-app-client', { search }, { enabled: wanted, keep: true });
  const streams = useCall('fetch-streams', { search }, { enabled: wanted && mayStreams, keep: true });
  const schedules = useCall('fetch-schedulers', { search, brief: true }, { enabled: wanted && maySchedule, keep: true });

  const screens = screensOf(personOf(user))
    .filter(({ label }) => matches(label, typed))
    .map(({ to, label, icon }): Target => ({ to, label, kind: 'Page', icon }));
  const found = !wanted || typed.trim() === '' ? [] : [
    ...some(clients.data?.items, ({ id, name }): Target => ({ to: `/edit-client/${id}`, label: name, kind: 'Client', icon: 'users' })),
    ...some(streams.data?.items, ({ id, title }): Target => ({ to: `/edit-stream/${id}`, label: title, kind: 'Stream', icon: 'stack-2' })),
    ...some(schedules.data?.items, ({ id, client, content_stream }): Target => (
      { to: `/schedule-detail/${id}`, label: `${content_stream.title} for ${client.name}`, kind: 'Schedule', icon: 'calendar-time' }
    )),
  ];
  return { targets: [...screens, ...found], loading: [clients, streams, schedules].some(({ isFetching }) => isFetching) || search !== typed.trim() };
}

const some = <T>(items: readonly T[] | undefined, present: (item: T) => Target): Target[] => (items ?? []).slice(0, mostOfAKind).map(present);

/** Whether every typed word begins or stands within the label. */
const matches = (label: string, typed: string): boolean =>
  typed.toLowerCase().split(/\s+/).every((word) => label.toLowerCase().includes(word));

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
