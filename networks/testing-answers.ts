/** A server that gives the same answer to every request, for refusals that the sandbox cannot produce. */

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { TestContext } from 'vitest';

/** One answer; a body that is not text is sent as JSON. */
export type Canned = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** The address of a local server that gives this answer until the test ends. */
export async function answering(t: TestContext, { status, body, headers = {} }: Canned): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, {
        'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
        ...headers,
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
