import { QueryClient, onlineManager } from '@tanstack/react-query';
import { CallError } from './call.ts';
import { lineNow, onLine } from './line.ts';

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
