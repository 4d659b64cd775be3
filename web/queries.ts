import {
  QueryClient, keepPreviousData, onlineManager, useInfiniteQuery, useMutation, useQuery, useQueryClient, type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { baseMessages } from '#contract/base-messages.ts';
import type { Data, Name, Sent } from '#contract/index.ts';
import type { Conflict } from '#contract/versions.ts';
import { CallError, NotConfirmed, call, type CallOptions } from './call.ts';
import { lineNow, onLine } from './line.ts';
import { notify } from './parts/notify.ts';
import { withDashboard } from './stale.ts';
import { untilAnswered } from './until-answered.ts';

/** The answers of the server as this page knows them, by call name and input. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
    },
    // Without a line a read waits for it; what a person does is tried, and says at once that it failed.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onlineManager.setEventListener((setOnline) => onLine(() => setOnline(lineNow().isUp)));

type QueryOptions = { enabled?: boolean; /** milliseconds between two reads */ every?: number; /** Keeps the last answer while a changed input loads. */ keep?: boolean };

/** Reads by a call: react-query's result, `error` being a CallError. */
export function useCall<N extends Name>(name: N, input: Sent<N>, options: QueryOptions = {}): UseQueryResult<Data<N>> {
  return useQuery<Data<N>>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await call(name, input, { signal })).data,
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  });
}

type ActionOptions<N extends Name> = {
  /** Calls whose answers this one makes stale. */
  invalidates?: readonly Name[];
  onDone?: (data: Data<N>, sent: Sent<N>) => void;
  onRefused?: (error: CallError) => void;
  /** Takes over a conflict, of which nothing is said otherwise. */
  onConflict?: (conflict: Conflict) => void;
  /** No notice of success; a failure is always said. */
  quiet?: boolean;
};

/** A deed in the making: `run` resolves to whether it succeeded and never rejects; `errors` are messages by field. */
export type Action<N extends Name> = {
  run: (input: Sent<N>, options?: CallOptions) => Promise<boolean>;
  busy: boolean;
  /** Why the last try failed, for places where the person needs it longer than a notice stays; '' after a success. */
  failure: string;
  errors: Readonly<Record<string, string>>;
  /** Takes a field's message away, as when the person corrects it; without a name, all of them. */
  forget: (field?: string) => void;
};

/** Has the answers of a call read again where they are shown; `fetch-dashboard` stands for the whole dashboard. */
export function makeStale(client: QueryClient, name: Name): void {
  for (const stale of withDashboard([name])) void client.invalidateQueries({ queryKey: [stale] });
}

/** Does something by a call, says how it went in a notice, and makes what it changed be read again. */
export function useAction<N extends Name>(name: N, { invalidates = [], onDone, onRefused, onConflict, quiet = false }: ActionOptions<N> = {}): Action<N> {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState('');
  const page = useLeaving();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ input, options }: { input: Sent<N>; options: CallOptions | undefined }) => {
      const send = () => call(name, input, options);
      return options?.repeats ? untilAnswered(send, page.current.signal) : send();
    },
  });

  const run = async (input: Sent<N>, options?: CallOptions) => {
    setErrors({});
    setFailure('');
    try {
      const { message, data } = await mutateAsync({ input, options });
      if (!quiet && message !== '') notify.success(message);
      for (const stale of invalidates) makeStale(client, stale);
      onDone?.(data, input);
      return true;
    } catch (error) {
      if (options?.signal?.aborted || error instanceof NotConfirmed) return false; // the person cancelled and knows
      if (!(error instanceof CallError)) throw error;
      if (error.conflict && onConflict) {
        onConflict(error.conflict);
        return false;
      }
      setErrors(error.errors);
      setFailure(error.message);
      if (error.status !== 401) notify.danger(error.message); // who is signed out is told so by the log-in
      onRefused?.(error);
      return false;
    }
  };

  const forget = (field?: string) =>
    setErrors((before) => (field === undefined ? {} : Object.fromEntries(Object.entries(before).filter(([name]) => name !== field))));

  return { run, busy: isPending, failure, errors, forget };
}

/** Aborts when the person leaves what is on the screen: nothing of it is sent later. */
function useLeaving() {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController(); // an effect may run twice
    return () => leaving.current.abort();
  }, []);
  return leaving;
}

/** The calls that answer in pages. */
export type ListName = { [N in Name]: Data<N> extends { items: unknown[]; next: string | null } ? N : never }[Name];
type PageOf<N extends ListName> = Extract<Data<N>, { items: unknown[]; next: string | null }>;

/** A list read page by page. `first` is the first page whole (`total`, a schedule's head); undefined until it is there. */
export type List<N extends ListName> = {
  items: PageOf<N>['items'][number][];
  first: PageOf<N> | undefined;
  loading: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  loadMore: () => void;
  loadingMore: boolean;
};

const isPage = <N extends ListName>(data: Data<N>): data is Data<N> & PageOf<N> =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);

/** Reads a list by a call that answers in pages; a changed search keeps the old rows until the new ones are there. */
export function useList<N extends ListName>(name: N, input: Sent<N>, options: QueryOptions = {}): List<N> {
  const query = useInfiniteQuery({
    // Not useCall's key: the same call read as one answer has another shape.
    queryKey: [name, input, 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call(name, pageParam === '' ? input : Object.assign({}, input, { cursor: pageParam }), { signal });
      if (!isPage<N>(data)) throw new CallError(500, baseMessages.internalError);
      return data;
    },
    getNextPageParam: (page) => page.next,
    enabled: options.enabled ?? true,
    refetchInterval: options.every ?? false,
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages ?? [];
  return {
    items: pages.flatMap((page) => page.items),
    first: pages[0],
    loading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  };
}
