import { useEffect, useState } from 'react';
import type { IconName } from '../parts/icons/icon.tsx';
import { useCall } from '../api/queries.ts';
import { personOf, useMay, useUser } from '../api/session.ts';
import { isFound } from '../lib/found-words.ts';
import { paths } from '../paths.ts';
import { screensOf } from './navigation.ts';
import { useActions } from './palette-actions.ts';

/** A screen to open, or an action. */
export type Target = { label: string; icon: IconName } & (
  | { kind: 'Page' | 'Client' | 'Stream' | 'Schedule' | 'Post'; to: string }
  | { kind: 'Action'; run: () => void }
);

const pause = 150; // ms between the last key and the search
const mostOfAKind = 6;

/**
 * Everything that matches the typed letters: screens and actions at once; clients, streams and schedules as the server
 * finds them.
 */
export function useTargets(typed: string): { targets: Target[]; loading: boolean } {
  const user = useUser();
  const search = useSettled(typed.trim());
  const wanted = search !== '';
  const mayStreams = useMay('manageStreams');
  const maySchedule = useMay('schedule');
  const clients = useCall('fetch-app-client', { search }, { enabled: wanted, keep: true });
  const streams = useCall('fetch-streams', { search }, { enabled: wanted && mayStreams, keep: true });
  const schedules = useCall(
    'fetch-schedulers',
    { search, brief: true },
    { enabled: wanted && maySchedule, keep: true },
  );

  const actions = useActions()
    .filter(({ label, words }) => isFound(typed, label, words))
    .map(({ label, icon, run }): Target => ({ kind: 'Action', label, icon, run }));
  const screens = screensOf(personOf(user))
    .filter(({ label, words = '' }) => isFound(typed, label, words))
    .map(({ to, label, icon }): Target => ({ to, label, kind: 'Page', icon }));
  const found =
    !wanted || typed.trim() === ''
      ? []
      : [
          ...some(clients.data?.items, ({ id, name }): Target => ({
            to: paths.editClient(id),
            label: name,
            kind: 'Client',
            icon: 'users',
          })),
          ...some(streams.data?.items, ({ id, title }): Target => ({
            to: paths.editStream(id),
            label: title,
            kind: 'Stream',
            icon: 'stack-2',
          })),
          ...some(schedules.data?.items, ({ id, client, content_stream: { title, kind } }): Target => ({
            to: paths.scheduleDetail(id),
            label: `${title} for ${client.name}`,
            ...(kind === 'post' ? { kind: 'Post', icon: 'send' } : { kind: 'Schedule', icon: 'calendar-time' }),
          })),
        ];
  return {
    targets: [...screens, ...actions, ...found],
    loading: [clients, streams, schedules].some(({ isFetching }) => isFetching) || search !== typed.trim(),
  };
}

const some = <T>(items: readonly T[] | undefined, present: (item: T) => Target): Target[] =>
  (items ?? []).slice(0, mostOfAKind).map(present);

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
