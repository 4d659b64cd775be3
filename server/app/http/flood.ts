import type { onRequestAsyncHookHandler } from 'fastify';
import { messages } from '#contract/messages.ts';
import { openRateLimiter } from './rate.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { Refusal } from './refusal.ts';

/** A hook for public routes that query the database: refuses an address beyond `most` requests in five minutes. */
export function floodRefusal({ most, clock }: { most: number; clock: () => Date }): onRequestAsyncHookHandler {
  const limiter = openRateLimiter({ most, seconds: 300 });
  return async ({ ip }, reply) => {
    const waitSeconds = limiter.take(addressPrefix(ip), clock());
    if (waitSeconds === 0) return;
    reply.header('retry-after', waitSeconds);
    throw new Refusal(429, messages.tooMany);
  };
}
