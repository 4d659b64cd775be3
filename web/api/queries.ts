import { keepPreviousData, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { baseMessages } from '#contract/base/base-messages.ts';
import type { Data, Name, Sent } from '#contract/index.ts';
import { CallError, call } from './call.ts';
import './stale.ts'; // after a change, reads refresh their answers

type QueryOptions = {
  enabled?: boolean;
  /** milliseconds between two reads */ every?: number;
  /** Keeps the previous answer while a changed input loads. */ keep?: boolean;
  /** Drops the answer once nothing shows it, if an older one would mislead. */ passing?: boolean;
  /** Keeps the answer as it is after a change that may delete its subject: reading it again would give a 404. */
  still?: boolean;
};

/** Renders the page before reading: starting five reads took 10 ms of the task that renders it. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Reads through a call: react-query's result, with a CallError as `error`. */
export function useCall<N extends Name>(name: N, input: Sent<N>, options: QueryOptions = {}): UseQueryResult<Data<N>> {
  return useQuery<Data<N>>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      await nextTask();
      return (await call(name, input, { signal })).data;
    },
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    ...(options.passing ? { gcTime: 0 } : {}),
    ...(options.still ? { meta: { still: true } } : {}),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The calls that answer in pages. */
export type ListName = { [N in Name]: Data<N> extends { items: unknown[]; next: string | null } ? N : never }[Name];
type PageOf<N extends ListName> = Extract<Data<N>, { items: unknown[]; next: string | null }>;

/**
 * A list read page by page. `first` is the whole first page (`total`, a schedule's head); undefined until it is loaded.
 */
export type List<N extends ListName> = {
  items: PageOf<N>['items'][number][];
  first: PageOf<N> | undefined;
  loading: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadMore: () => void;
  /** Whether the next page is being read, or waits for the connection. */
  loadingMore: boolean;
  /** Why the next page could not be read. */
  moreError: Error | null;
};

const isPage = <N extends ListName>(data: Data<N>): data is Data<N> & PageOf<N> =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);

/**
 * Reads a list through a call that answers in pages; a changed search keeps the old rows until the new ones are loaded.
 */
export function useList<N extends ListName>(name: N, input: Sent<N>, options: QueryOptions = {}): List<N> {
  const query = useInfiniteQuery({
    // Not useCall's key: the same call read as a single answer has another shape.
    queryKey: [name, input, 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      await nextTask();
      const { data } = await call(name, pageParam === '' ? input : Object.assign({}, input, { cursor: pageParam }), {
        signal,
      });
      if (!isPage<N>(data)) throw new CallError(500, baseMessages.internalError);
      return data;
    },
    getNextPageParam: (page) => page.next,
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    placeholderData: keepPreviousData,
  });
  const [isAskedForMore, setAskedForMore] = useState(false);
  const pages = query.data?.pages ?? [];
  return {
    items: pages.flatMap((page) => page.items),
    first: pages[0],
    loading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => {
      setAskedForMore(true);
      void query.fetchNextPage().finally(() => setAskedForMore(false));
    },
    loadingMore: query.isFetchingNextPage || isAskedForMore,
    moreError: query.isFetchNextPageError ? query.error : null,
  };
}
