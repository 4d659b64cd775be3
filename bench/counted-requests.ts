import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';

/**
 * The requests to a network of the sandbox: how many, how many answered 400 or more, and the time from the first to the
 * last answer.
 */
export type Requests = (network: keyof typeof folders) => { count: number; refused: number; spanMs: number };

/** The addresses that each network's adapter calls, and those that renew its tokens. */
const folders = {
  facebook: ['/facebook/', '/facebook-video/'],
  youtube: ['/googleapis/', '/google/'],
  twitter: ['/twitter/'],
  vimeo: ['/vimeo/'],
} as const;

const request = z.object({ origin: z.coerce.string(), path: z.string() });
const begun = z.object({ request });
const answered = z.object({ request, response: z.object({ statusCode: z.number() }) });

/** Counts every request this process really sends to the sandbox at `url`, as the HTTP client itself reports them. */
export function countRequests(url: string): { stop(): Requests } {
  const sent: { path: string; status: number | null; at: number }[] = [];
  const keep = ({ origin, path }: z.output<typeof request>, status: number | null): void => {
    if (origin === url) sent.push({ path, status, at: performance.now() });
  };
  const onCreate = (message: unknown): void => keep(begun.parse(message).request, null);
  const onHeaders = (message: unknown): void => {
    const {
      request: of,
      response: { statusCode },
    } = answered.parse(message);
    keep(of, statusCode);
  };
  subscribe('undici:request:create', onCreate);
  subscribe('undici:request:headers', onHeaders);
  return {
    stop() {
      unsubscribe('undici:request:create', onCreate);
      unsubscribe('undici:request:headers', onHeaders);
      return (network) => {
        const own = sent.filter(({ path }) => folders[network].some((folder) => path.startsWith(folder)));
        return {
          count: own.filter(({ status }) => status === null).length,
          refused: own.filter(({ status }) => status !== null && status >= 400).length,
          spanMs: (own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0),
        };
      };
    },
  };
}
