import type { Context } from '../context.ts';
import { plain, type Problem } from './problems.ts';

/**
 * Requests in 15 minutes by user and in 24 hours by app (docs.x.com/x-api/fundamentals/rate-limits, read 2026-11-21).
 */
const limits: Record<string, { user: number; appDaily: number }> = {
  'POST /2/tweets': { user: 100, appDaily: 10_000 },
  'DELETE /2/tweets/:id': { user: 50, appDaily: Infinity },
  'GET /2/tweets': { user: 5000, appDaily: Infinity },
  'GET /2/tweets/:id': { user: 900, appDaily: Infinity },
  'GET /2/users/:id/tweets': { user: 900, appDaily: Infinity },
  'GET /2/users/me': { user: 75, appDaily: Infinity },
  'GET /2/media/upload': { user: 1000, appDaily: 100_000 },
  'POST /2/media/upload': { user: 500, appDaily: 50_000 },
  'POST /2/media/upload/initialize': { user: 1875, appDaily: 180_000 },
  'POST /2/media/upload/:id/append': { user: 1875, appDaily: 180_000 },
  'POST /2/media/upload/:id/finalize': { user: 1875, appDaily: 180_000 },
  'POST /2/media/metadata': { user: 500, appDaily: 50_000 },
};

/** The state of the windows after a request; `problem` if it exceeded one. */
export type Standing = { headers: Record<string, string>; problem?: Problem };

/** Counts a request of a user by an app. The reset is in whole seconds since 1970. */
export function countRequest(
  context: Context,
  { route, user, app }: { route: string; user: string; app: string },
): Standing {
  const limit = limits[route];
  if (!limit) return { headers: {} };
  const now = context.now();
  const window = context.windows.count(`twitter/${user}/${route}`, { limit: limit.user, seconds: 900, now });
  const headers: Record<string, string> = headersOf(window);
  if (limit.appDaily !== Infinity) {
    const day = context.windows.count(`twitter/${app}/${route}`, { limit: limit.appDaily, seconds: 86_400, now });
    headers['x-app-limit-24hour-limit'] = String(day.limit);
    headers['x-app-limit-24hour-remaining'] = String(day.remaining);
    headers['x-app-limit-24hour-reset'] = String(Math.ceil(day.resetAt / 1000));
    if (day.isOver) return { headers, problem: tooMany() };
  }
  return window.isOver ? { headers, problem: tooMany() } : { headers };
}

/** The three headers of a window. */
export function headersOf({
  limit,
  remaining,
  resetAt,
}: {
  limit: number;
  remaining: number;
  resetAt: number;
}): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(Math.ceil(resetAt / 1000)),
  };
}

/** The refusal itself. */
export const tooMany = (): Problem => plain(429, 'Too Many Requests');
