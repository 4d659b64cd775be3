import type { UseQueryResult } from '@tanstack/react-query';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';

/** ms; what happened appears within this time */
export const refreshInbox = 60_000;

/** The newest entries and the number of unread ones, as the bell shows them. */
export const useInbox = (): UseQueryResult<Data<'fetch-inbox'>> => useCall('fetch-inbox', {}, { every: refreshInbox });

/** Marks an entry as read, or all that the bell has shown. */
export function useRead() {
  const { data } = useInbox();
  const { run, busy } = useAction('mark-read', { quiet: true });
  const newest = data?.items[0]?.at;
  return {
    busy,
    unread: data?.unread ?? 0,
    readAll: () => {
      if (newest !== undefined) void run({ until: newest });
    },
    readOne: ({ id, at, read }: { id: string; at: string; read: boolean }) => {
      if (!read) void run({ id, until: at });
    },
  };
}
