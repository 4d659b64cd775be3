import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { readUpTo } from './body.ts';

/** Stripe's events are some kilobytes. */
const mostBytes = 500_000;

/** Processes an event that arrived for an agency; answers the HTTP status. */
export type TakeEvent = (event: { agencyId: string; body: Buffer; signature: string }) => Promise<number>;

/**
 * Receives Stripe's events at `POST /stripe/webhook/<agency>` of our own host. The body is passed on unchanged, because
 * its bytes are signed.
 */
export function receiveWebhooks(
  app: FastifyInstance,
  { take, refuseFlood }: { take: TakeEvent; refuseFlood: onRequestAsyncHookHandler },
): void {
  app.post<{ Params: { agency: string } }>(
    '/stripe/webhook/:agency',
    { onRequest: refuseFlood },
    async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      if (request.hostBrand !== null || typeof signature !== 'string') return reply.code(400).send('');
      const body = await readUpTo(request, mostBytes);
      if (body === null) return reply.code(413).send('');
      return reply.code(await take({ agencyId: request.params.agency, body, signature })).send('');
    },
  );
}
