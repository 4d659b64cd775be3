import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

/** Serves `/healthz`: whether we and our database answer. Whoever asks meanwhile shares the question that is under way. */
export function serveHealth(app: FastifyInstance, { ask, refuseFlood }: { ask: () => Promise<unknown>; refuseFlood: onRequestAsyncHookHandler }): void {
  let underWay: Promise<boolean> | null = null;
  app.get('/healthz', { onRequest: refuseFlood }, async (_request, reply) => {
    underWay ??= answersIn(ask(), 5000).finally(() => { underWay = null; });
    const isWell = await underWay;
    return isWell ? reply.send({ status: true, message: '' }) : reply.code(503).send({ status: false, message: 'The database does not answer' });
  });
}

/** Whether something succeeds within a time. */
async function answersIn(asked: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(milliseconds, false, { signal: patience.signal }).catch(() => false);
  const isWell = await Promise.race([asked.then(() => true, () => false), late]);
  patience.abort();
  return isWell;
}
