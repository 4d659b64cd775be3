import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { RoomWatch } from '../../base/storage/room.ts';

/** The checks of `/healthz`: the database, and the free space. */
export type HealthMeans = { ask: () => Promise<unknown>; room: RoomWatch; refuseFlood: onRequestAsyncHookHandler };

/**
 * Serves `/healthz`: 200 if we and our database answer and there is space, otherwise 503 with the reason. Concurrent
 * requests share one check.
 */
export function serveHealth(app: FastifyInstance, { ask, room, refuseFlood }: HealthMeans): void {
  let underWay: Promise<string> | null = null;
  app.get('/healthz', { onRequest: refuseFlood }, async (_request, reply) => {
    underWay ??= whatIsWrong({ ask, room }).finally(() => {
      underWay = null;
    });
    const message = await underWay;
    return reply.code(message === '' ? 200 : 503).send({ status: message === '', message });
  });
}

/**
 * The fault, '' if there is none. A full disk also stops the database on it, so it is reported as the reason of both.
 */
async function whatIsWrong({ ask, room }: Pick<HealthMeans, 'ask' | 'room'>): Promise<string> {
  const [answers, isRoom] = await Promise.all([answersIn(ask(), 5000), room.isLeft()]);
  if (!isRoom) return messages.noRoom;
  return answers ? '' : 'The database does not answer';
}

/** Whether something succeeds within a time. */
async function answersIn(asked: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const patience = new AbortController();
  const late = sleep(milliseconds, false, { signal: patience.signal }).catch(() => false);
  const isWell = await Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  patience.abort();
  return isWell;
}
