/** Local servers for answers that the sandbox cannot give, such as the same refusal to every request. */

import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { TestContext } from 'vitest';

/** One answer; a body that is not text is sent as JSON. */
export type Canned = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** The address of a local server that handles requests until the test ends. */
export async function listening(t: TestContext, handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The address of a local server that gives this answer until the test ends. */
export const answering = (t: TestContext, { status, body, headers = {} }: Canned): Promise<string> =>
  listening(t, (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, {
        'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
        ...headers,
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
