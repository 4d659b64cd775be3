import type { FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Database } from '#db/database.ts';
import { isSessionOf } from '../../people/auth/index.ts';
import { Refusal } from './refusal.ts';

/** How many sessions are cached before the cache is cleared. */
const mostKnown = 10_000;

/** Refuses a session, as an invalid one, at a customer's host to which its person does not belong. */
export type RefuseElsewhere = (request: FastifyRequest, tokenHash: () => Buffer) => Promise<void>;

/**
 * At a customer's host only the sessions of its own people and of its buyers' people are valid, so that nobody can be
 * lured into using their account under another brand. A session is looked up on its first use at a host; its person
 * never changes.
 */
export function openHostSessions(db: Database): RefuseElsewhere {
  const known = new Set<string>();
  return async ({ hostBrand }, tokenHashOf) => {
    if (hostBrand === null) return;
    const [tokenHash, sellerId] = [tokenHashOf(), hostBrand.agencyId];
    const key = `${sellerId} ${tokenHash.toString('base64')}`;
    if (known.has(key)) return;
    const isTheirs = await db.asSystem((tx) => isSessionOf(tx, { tokenHash, sellerId }));
    if (isTheirs === null) return;
    if (!isTheirs) throw new Refusal(401, messages.unauthorizedToken);
    if (known.size >= mostKnown) known.clear();
    known.add(key);
  };
}
