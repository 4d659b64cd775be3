import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Data, Sent } from '#contract/index.ts';
import { call } from '../../../api/call.ts';

/** The calls that search for trends. */
export type TrendCall = 'search-reddit' | 'search-youtube' | 'google-trends' | 'search-twitter';

/** A search for trends: its pages so far, and the state that its button and messages need. */
export type Trend<N extends TrendCall> = {
  pages: Data<N>[];
  searching: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
};

type Options<N extends TrendCall> = {
  /** The cursor of the page after this one; '' at the end. */
  nextOf?: (page: Data<N>) => string;
  /** The input with the cursor in it. */
  at?: (input: Sent<N>, marker: string) => Sent<N>;
};

/** Searches for trends once there is an input, page by page if the source has pages. */
export function useTrend<N extends TrendCall>(name: N, input: Sent<N> | null, options: Options<N> = {}): Trend<N> {
  const { nextOf, at } = options;
  const query = useInfiniteQuery({
    queryKey: [name, input],
    initialPageParam: '',
    enabled: input !== null,
    queryFn: async ({ pageParam, signal }) => {
      if (input === null) throw new Error('a search without an input is not enabled');
      return (await call(name, pageParam === '' || !at ? input : at(input, pageParam), { signal })).data;
    },
    getNextPageParam: (page: Data<N>) => (nextOf?.(page) ?? '') || null,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  return {
    pages: input === null ? [] : (query.data?.pages ?? []),
    searching: query.isFetching && !query.isFetchingNextPage,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  };
}
