import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import { bearerOf } from '../oauth/apps.ts';
import { judge } from '../oauth/tokens.ts';
import { ApiError, badToken, quotaExceeded, uploadsUsedUp } from './errors.ts';
import { people, type Person } from './objects.ts';
import type { Token } from '../oauth/rows.ts';

/** The caller. */
export type Caller = { text: string; token: Token; person: Person };

/**
 * The caller by a Bearer token, which must have one of the scopes (short names: 'youtube', 'youtube.upload'). Throws
 * ApiError.
 */
export function callerOf(context: Context, call: Call, scopes: readonly string[]): Caller {
  const text = bearerOf(call.headers['authorization']);
  if (text === '')
    throw new ApiError(403, 'forbidden', { message: 'The request is missing a valid API key.', domain: 'global' });
  const judged = judge(context, 'youtube', text);
  if (judged.kind !== 'valid') throw badToken();
  const person = people.find((each) => each.id === judged.token.persona);
  if (!person) throw badToken();
  const has = scopes.some((each) => judged.token.scopes.includes(`https://www.googleapis.com/auth/${each}`));
  if (!has)
    throw new ApiError(403, 'insufficientPermissions', {
      message: 'Request had insufficient authentication scopes.',
      domain: 'global',
    });
  return { text, token: judged.token, person };
}

const perDay = { insert: 100, search: 100, other: 10_000 };

/**
 * Uses units of the day's quota, even for refused requests; it resets at midnight Pacific. Throws ApiError. Source:
 * determine_quota_cost (of 2026-06-01).
 */
export function spend(context: Context, bucket: keyof typeof perDay, cost = 1): void {
  const now = context.now();
  const { isOver } = context.windows.count(`youtube/${bucket}`, {
    limit: perDay[bucket],
    seconds: secondsToMidnight(now) - now.getUTCMilliseconds() / 1000,
    now,
    cost,
  });
  if (isOver) throw bucket === 'insert' ? uploadsUsedUp() : quotaExceeded();
}

const pacific = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Seconds until the day ends in California, by its clocks; the current second counts in full. */
export function secondsToMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = pacific.format(now).split(':').map(Number);
  return 86_400 - hours * 3600 - minutes * 60 - seconds;
}
