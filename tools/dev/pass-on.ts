import { request as open, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Passes a request on to the product and its reply back, both as streams. Waits for a product that is starting; 503 if
 * it does not start.
 */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  portOfProduct: () => Promise<number>,
): Promise<void> {
  let port: number;
  try {
    port = await portOfProduct();
  } catch (error) {
    return refuse(response, error);
  }
  const { method, url, headers } = request;
  const passed = open({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
    reply.on('error', () => response.destroy());
  });
  passed.on('error', (error) => (response.headersSent ? response.destroy() : refuse(response, error)));
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  response.end(JSON.stringify({ status: false, message }));
}
