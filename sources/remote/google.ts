import { z } from 'zod';
import type { Failure } from '../source.ts';
import { limitOf } from './ask.ts';

const problem = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) });

/**
 * The meaning of a refusal by Google's APIs: a used-up quota is 403 (it resets at midnight, Pacific time), a wrong key
 * is 400. https://developers.google.com/youtube/v3/docs/errors, as of 2026-11.
 */
export const googleRefusal =
  (name: string) =>
  (status: number, body: unknown): Failure | undefined => {
    const read = problem.safeParse(body);
    const reason = read.success ? read.data.error.errors[0]?.reason : undefined;
    const isLimit = reason === 'quotaExceeded' || reason === 'dailyLimitExceeded' || reason === 'rateLimitExceeded';
    if (isLimit) return limitOf(name, reason === 'rateLimitExceeded' ? null : secondsToPacificMidnight(new Date()));
    const isKey = status === 400 && (reason === 'keyInvalid' || reason === 'badRequest');
    return isKey ? { kind: 'unauthorized', message: `${name} does not accept the key.` } : undefined;
  };

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Seconds until a daily quota resets; an hour off on the two days a year on which clocks change. */
function secondsToPacificMidnight(now: Date): number {
  const part = (type: string): number =>
    Number(pacific.formatToParts(now).find((each) => each.type === type)?.value ?? 0);
  return 86_400 - (part('hour') * 3600 + part('minute') * 60 + part('second'));
}
