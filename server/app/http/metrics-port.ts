/** The figures and the probes of a process at a port of their own, for workers and for monitors inside a network. */
import fastify from 'fastify';
import type { Metrics } from '../../base/metrics/index.ts';
import { answersIn } from '../health/index.ts';
import { carriesToken } from './bearer.ts';

/** What is served, and where. With a token `/metrics` asks for it; the probes say nothing but that they answer. */
export type MetricsPort = {
  host: string;
  port: number;
  token: string | null;
  metrics: Metrics;
  ask: () => Promise<unknown>;
};

/** The type of Prometheus' text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Listens; the result stops it. Throws an Error of one line if the port cannot be used. */
export async function listenForMetrics({ host, port, token, metrics, ask }: MetricsPort): Promise<() => Promise<void>> {
  const app = fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  app.get('/livez', (_request, reply) => reply.send('ok\n'));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answersIn(ask(), 5000);
    return reply.code(isReady ? 200 : 503).send(isReady ? 'ok\n' : 'The database does not answer\n');
  });
  app.get('/metrics', async ({ headers }, reply) => {
    if (token !== null && !carriesToken(headers.authorization, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send('The token is missing\n');
    return reply.type(metricsType).send(await metrics.write());
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the port ${port} for metrics cannot be used at ${host}: ${why}`, { cause: error });
  }
  return async () => {
    await app.close();
  };
}
