import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How a connection ends: after the full answer, before the first byte, or after half the body. */
export type Ending = 'whole' | 'cut' | 'half';

/** One answer, as data, so that a fault can change it before it is sent. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  ending: Ending;
  gzip: boolean;
};

/** A JSON answer, UTF-8. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
    ending: 'whole',
    gzip: false,
  };
}

/** Any other text or bytes; `type` is the content type. */
export function raw(
  status: number,
  { type, body, headers = {} }: { type: string; body: string | Buffer; headers?: Record<string, string> },
): Reply {
  return { status, headers: { 'content-type': type, ...headers }, body, ending: 'whole', gzip: false };
}

/** An HTML answer, as hosts and firewalls send in front of an API. */
export function html(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return raw(status, { type: 'text/html; charset=UTF-8', body, headers });
}

/** No answer at all: the connection is destroyed. */
export function cut(): Reply {
  return { status: 0, headers: {}, body: '', ending: 'cut', gzip: false };
}

/** Sends a reply by its instructions: whole, compressed, half or not at all. */
export function send(response: ServerResponse, reply: Reply, method: string): void {
  if (reply.ending === 'cut') {
    response.socket?.destroy();
    return;
  }
  const plain = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
  const body = reply.gzip ? gzipSync(plain) : plain;
  const headers: Record<string, string> = { ...reply.headers, 'content-length': String(body.length) };
  if (reply.gzip) headers['content-encoding'] = 'gzip';
  response.writeHead(reply.status, headers);
  if (method === 'HEAD') {
    response.end();
  } else if (reply.ending === 'half') {
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.destroy());
  } else {
    response.end(body);
  }
}
