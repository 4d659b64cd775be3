import { useInfiniteQuery } from '@tanstack/react-query';
import type { Found, SearchType } from '#contract/content/stock.ts';
import { call } from '../../api/call.ts';

/** A search as a page shows it. `atEnd`: there are no results after those loaded. */
export type Search<Type extends SearchType> = {
  results: readonly Found[Type][];
  loading: boolean;
  loadingMore: boolean;
  error: Error | null;
  atEnd: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** What identifies each kind of result. */
const marks: Readonly<Record<SearchType, (result: Found[SearchType]) => boolean>> = {
  image: (result) => 'thumb' in result && !('boxes' in result),
  meme: (result) => 'boxes' in result,
  video: (result) => 'image' in result && 'url' in result,
  quote: (result) => 'quote' in result,
  font: (result) => 'family' in result,
  music: (result) => 'url' in result && 'seconds' in result && !('image' in result),
};

const areOf = <Type extends SearchType>(type: Type, results: readonly Found[SearchType][]): results is Found[Type][] =>
  results.every(marks[type]);

/** The requested page; the first one names no source. */
type PageAsked = { page: number; source?: string | undefined };
const firstPage: PageAsked = { page: 1 };

/** Searches page by page; a changed keyword starts over. A search stays with the source of its first page. */
export function useSearch<Type extends SearchType>(type: Type, keyword: string): Search<Type> {
  const query = useInfiniteQuery({
    queryKey: ['search-media', { search_type: type, keyword }, 'pages'],
    enabled: keyword !== '',
    initialPageParam: firstPage,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call('search-media', { keyword, search_type: type, ...pageParam }, { signal });
      if (!areOf(type, data)) throw new Error('The results are of another kind.');
      return data;
    },
    getNextPageParam: (last, pages): PageAsked | undefined =>
      last.length === 0 ? undefined : { page: pages.length + 1, source: pages[0]?.[0]?.source },
    retry: false,
    staleTime: 10 * 60_000,
  });
  return {
    results: query.data?.pages.flat() ?? [],
    loading: query.isLoading,
    loadingMore: query.isFetchingNextPage,
    error: query.error,
    atEnd: query.data !== undefined && !query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void (query.data === undefined ? query.refetch() : query.fetchNextPage()),
  };
}
