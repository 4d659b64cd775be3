import { QueryClient, onlineManager } from '@tanstack/react-query';
import { CallError } from './call.ts';
import { lineNow, onLine } from './line.ts';

/** The cache of the server's answers, by call name and input. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
    },
    // Without a connection a read waits; a person's action is tried and fails at once.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onlineManager.setEventListener((setOnline) => onLine(() => setOnline(lineNow().isUp)));
