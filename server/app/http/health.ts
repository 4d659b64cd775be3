import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { HostBrands } from '../../base/brand/index.ts';
import type { Metrics } from '../../base/metrics/index.ts';
import type { RoomWatch } from '../../base/storage/room.ts';
import { answersIn } from '../health/index.ts';
import { carriesToken } from './bearer.ts';
import { isFromHere } from './from-here.ts';
import { hostsNamed, parseHost } from './hosts.ts';
import { metricsType } from './metrics-port.ts';

/** The routes for probes and monitors, which are answered at any host. */
export const probeRoutes: readonly string[] = ['/healthz', '/livez', '/readyz', '/metrics'];

/** The checks behind the routes, and who sees more than a word. */
export type HealthMeans = {
  ask: () => Promise<unknown>;
  room: RoomWatch;
  /** The details for who may see them. */
  details: () => Promise<Readonly<Record<string, unknown>>>;
  metrics: Metrics;
  /** The token of monitors; null: details only from this machine, and no `/metrics` here. */
  token: string | null;
  hosts: HostBrands;
  refuseFlood: onRequestAsyncHookHandler;
  /** Aborted as soon as the server is about to stop: proxies are told to send requests elsewhere. */
  stopping: AbortSignal;
};

/**
 * Serves `/livez` (this process answers), `/readyz` (the database answers as well, and the server is not about to stop)
 * and `/healthz` (the database answers, and there is space); a fault is a 503 with its reason. `/healthz` adds details
 * for this machine and for the bearer of the token, never at a customer's host. `/metrics` exists only with a token.
 */
export function serveHealth(app: FastifyInstance, means: HealthMeans): void {
  const { ask, metrics, token, hosts, refuseFlood, stopping } = means;
  let underWay: Promise<string> | null = null;
  const isAtBrand = (request: FastifyRequest): boolean =>
    (hostsNamed(request.raw) ?? []).some((host) => hosts.of(parseHost(host)?.name ?? '') !== undefined);
  const hasToken = ({ headers }: FastifyRequest): boolean =>
    token !== null && carriesToken(headers.authorization, token);

  app.get('/livez', (_request, reply) => reply.send({ status: true, message: '' }));
  app.get('/readyz', { onRequest: refuseFlood }, async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: false, message: 'The server is stopping' });
    const isReady = await answersIn(ask(), 5000);
    return reply.code(isReady ? 200 : 503).send({ status: isReady, message: isReady ? '' : noDatabase });
  });
  // A connection that stays open would be closed under a proxy's next request.
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
  app.get('/healthz', { onRequest: refuseFlood }, async (request, reply) => {
    underWay ??= whatIsWrong(means).finally(() => {
      underWay = null;
    });
    const message = await underWay;
    const isShown = (isFromHere(request) || hasToken(request)) && !isAtBrand(request);
    const details = isShown ? await means.details() : {};
    return reply.code(message === '' ? 200 : 503).send({ status: message === '', message, ...details });
  });
  if (token === null) return;
  app.get('/metrics', { onRequest: refuseFlood }, async (request, reply) => {
    if (isAtBrand(request)) return reply.callNotFound();
    if (!hasToken(request)) {
      reply.header('www-authenticate', 'Bearer');
      return reply.code(401).send({ status: false, message: messages.badRequest });
    }
    return reply.type(metricsType).send(await metrics.write());
  });
}

const noDatabase = 'The database does not answer';

/**
 * The fault, '' if there is none. A full disk also stops the database on it, so it is reported as the reason of both.
 */
async function whatIsWrong({ ask, room }: Pick<HealthMeans, 'ask' | 'room'>): Promise<string> {
  const [answers, isRoom] = await Promise.all([answersIn(ask(), 5000), room.isLeft()]);
  if (!isRoom) return messages.noRoom;
  return answers ? '' : noDatabase;
}
