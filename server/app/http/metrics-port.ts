/** The figures and the probes of a process at a port of their own, for workers and for monitors inside a network. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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

/** Listens; the result stops it. Throws an Error of one line if the port cannot be used. */
export async function listenForMetrics(given: MetricsPort): Promise<() => Promise<void>> {
  const { host, port } = given;
  const server = createServer((request, response) => {
    answer(given, { request, response }).catch(() => {
      response.destroy();
    });
  });
  server.headersTimeout = server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(`the port ${port} for metrics cannot be used at ${host}: ${error.message}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

async function answer({ token, metrics, ask }: MetricsPort, { request, response }: Exchange): Promise<void> {
  const send = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
    response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'only GET\n');
  switch (request.url) {
    case '/livez':
      return send(200, 'ok\n');
    case '/readyz':
      return (await answersIn(ask(), 5000)) ? send(200, 'ok\n') : send(503, 'The database does not answer\n');
    case '/metrics':
      if (token !== null && !carriesToken(request.headers.authorization, token)) return send(401, 'token missing\n');
      return send(200, await metrics.write(), 'text/plain; version=0.0.4; charset=utf-8');
    default:
      return send(404, 'not found\n');
  }
}
