import { useInfiniteQuery } from '@tanstack/react-query';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { call } from '../../api/call.ts';

type Page = Data<'search-youtube'>;

/** A YouTube search as the panel shows it; `words` is the text below the results, '' for none. */
export type YouTubeSearch = {
  videos: Page['videos'];
  canCopy: boolean;
  /** Whether the videos are samples of the sandbox, which can be neither copied nor opened. */
  isSample: boolean;
  loading: boolean;
  words: string;
  /** Null if there is no further page. */
  loadMore: (() => void) | null;
  /** Null without a failure. */
  retry: (() => void) | null;
};

/** Creative Commons videos of YouTube, ten per page; another keyword starts over, and '' sends no request. */
export function useYouTube(keyword: string): YouTubeSearch {
  const query = useInfiniteQuery({
    queryKey: ['search-youtube', { keyword }, 'pages'],
    enabled: keyword !== '',
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { keyword, no_of_videos: 10, next_page_token: pageParam, license: 'Creative Commons' };
      return (await call('search-youtube', input, { signal })).data;
    },
    getNextPageParam: (last) => (last.next_page_token === '' ? undefined : last.next_page_token),
    retry: false,
    staleTime: 10 * 60_000,
  });
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  return {
    videos: pages.flatMap(({ videos }) => videos),
    canCopy: first?.can_copy ?? false,
    isSample: first?.is_sample ?? false,
    loading: query.isFetching,
    words:
      query.error?.message ??
      (first?.state === 'quota-used-up'
        ? 'YouTube answers no more searches today. Please try again tomorrow.'
        : query.data !== undefined && !query.hasNextPage
          ? messages.searchEnd
          : ''),
    loadMore: query.error === null && query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : null,
    retry:
      query.error === null ? null : () => void (query.data === undefined ? query.refetch() : query.fetchNextPage()),
  };
}
