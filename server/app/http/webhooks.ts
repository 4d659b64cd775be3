import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

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
      const body = await bytesOf(request.raw);
      if (body === null) return reply.code(413).send('');
      return reply.code(await take({ agencyId: request.params.agency, body, signature })).send('');
    },
  );
}

/** The whole body; null if it is too large, and its rest is discarded. */
const bytesOf = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) resolve(null);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
