/** Servers on this machine, files and requests for the tests of this client. */

import assert from 'node:assert/strict';
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { whenDone } from '#db/testing-ends.ts';
import type { Resolve } from './addresses.ts';
import type { Body } from './body.ts';
import type { HttpRequest } from './exchange.ts';
import type { OutboundFile } from './files.ts';
import { openHttp, type Http } from './request.ts';

/** A client that is closed when the test or file that opened it ends. */
export function anHttp(options: { allowPrivateHosts?: readonly string[]; resolve?: Resolve } = {}): Http {
  const http = openHttp({ allowPrivateHosts: [], ...options });
  whenDone(() => http.close());
  return http;
}

async function listen<Listening extends Server>(server: Listening): Promise<{ server: Listening; url: URL }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  whenDone(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => {
      server.close(done);
    });
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { server, url: new URL(`http://127.0.0.1:${address.port}/bot1:SECRET/send`) };
}

/** A web server; its address has a secret in its path. */
export const web = (answer: RequestListener): Promise<{ server: HttpServer; url: URL }> =>
  listen(createHttpServer(answer));

/** The address of a server below HTTP, which gets every socket. */
export const raw = async (meet: (socket: Socket) => void): Promise<URL> =>
  (
    await listen(
      createServer((socket) => {
        socket.on('error', () => socket.destroy());
        meet(socket);
      }),
    )
  ).url;

/** An address of this machine without a listener. */
export async function nobody(): Promise<URL> {
  const { server, url } = await listen(createServer());
  await new Promise((done) => {
    server.close(done);
  });
  return url;
}

/** Plain text as a body. */
export const text = (words: string): Body => ({ kind: 'bytes', contentType: 'text/plain', bytes: Buffer.from(words) });

/** A GET. */
export const get = (url: URL, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  signal: new AbortController().signal,
  ...rest,
});

/** A POST of 'hello'. */
export const post = (url: URL, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  ...get(url),
  method: 'POST',
  body: text('hello'),
  ...rest,
});

/** A file of these bytes, read in chunks of 64 KiB; `lengthSaid` makes it state a wrong length. */
export const aFile = (
  bytes: Buffer,
  { lengthSaid = bytes.byteLength }: { lengthSaid?: number } = {},
): OutboundFile => ({
  fileName: 'oven.mp4',
  contentType: 'video/mp4',
  sizeBytes: lengthSaid,
  open: async () => Readable.from(chunksOf(bytes)),
});

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
