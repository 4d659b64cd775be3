import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { control } from '../control/control.ts';
import type { Context } from '../context.ts';
import { page } from '../page/page.ts';
import { listen } from '../reddit/socket.ts';
import { serverOf } from '../servers.ts';
import { isLocalHost, isLoopback } from './local.ts';
import { json, raw, send, type Reply } from './reply.ts';
import { BodyTooLarge, readBody, type Call } from './request.ts';
import type { Latency } from '../context.ts';

// The largest file that the networks accept is Telegram's 50 MB video; with a little room for the form around it.
const bodyLimit = 52_000_000;

/** The HTTP server of all networks, the page and the control calls. Not listening yet. */
export function makeServer(context: Context, latency: Latency): Server {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    serve(context, latency, request, response).catch((error: unknown) => {
      // The caller hung up or the sandbox has a bug: the first needs no answer, the second must be reported.
      if (response.destroyed) return;
      process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('The sandbox itself failed; see its log.');
    });
  });
  server.on('upgrade', (request, socket) => {
    context.sockets.add(socket.on('close', () => context.sockets.delete(socket)));
    if (request.url?.startsWith('/reddit/ws/') && isForUs(context, request)) listen(context, request, socket);
    else socket.destroy();
  });
  return server;
}

async function serve(
  context: Context,
  latency: Latency,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isForUs(context, request))
    return send(
      response,
      raw(421, { type: 'text/plain', body: 'This host is not served here.' }),
      request.method ?? '',
    );
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const network = path.split('/', 2)[1] ?? '';
  if (network === 'files') return sendFile(context, request, response, path.slice('/files/'.length));
  const body =
    request.method === 'GET' || request.method === 'HEAD'
      ? Buffer.alloc(0)
      : await readBody(request, bodyLimit).catch((error: unknown) =>
          error instanceof BodyTooLarge ? undefined : Promise.reject(error),
        );
  if (!body) return send(response, tooLarge(network), request.method ?? '');
  const call: Call = {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers: flat(request),
    body,
  };
  const reply = await route(context, { latency, network, call, local: isLoopback(request) });
  send(response, reply, call.method);
}

/**
 * Requests for another host's name are refused while the server listens only on this machine: otherwise a page that
 * changes its DNS entry to ours could read posts and mails.
 */
function isForUs(context: Context, request: IncomingMessage): boolean {
  return !isLocalHost(new URL(context.ownUrl).host) || isLocalHost(request.headers.host ?? '');
}

async function route(
  context: Context,
  { latency, network, call, local }: { latency: Latency; network: string; call: Call; local: boolean },
): Promise<Reply> {
  const api = serverOf(call.path);
  if (api && latency.ms > 0) await wait(latency.ms);
  if (api) return api(context, { ...call, path: call.path.slice(network.length + 1) });
  if (network !== 'control') return page(context, call);
  return local ? control(context, latency, call) : json(403, { error: 'control calls are for this machine only' });
}

function tooLarge(network: string): Reply {
  return network === 'telegram'
    ? json(413, { ok: false, error_code: 413, description: 'Request Entity Too Large' })
    : raw(413, {
        type: 'text/html',
        body:
          '<html><head><title>413 Request Entity Too Large</title></head>' +
          '<body><h1>413 Request Entity Too Large</h1></body></html>',
      });
}

function flat(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

async function sendFile(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const path = context.media.path(name);
  const size = path
    ? await stat(path).then(
        (found) => found.size,
        () => -1,
      )
    : -1;
  if (!path || size < 0)
    return send(response, raw(404, { type: 'text/plain', body: 'No such file.' }), request.method ?? '');
  const types: Record<string, string> = {
    jpg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    mp4: 'video/mp4',
  };
  const headers = {
    'content-type': types[name.split('.')[1] ?? ''] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  if (range && start > end)
    return send(
      response,
      raw(416, { type: 'text/plain', body: '', headers: { 'content-range': `bytes */${size}` } }),
      request.method ?? '',
    );
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': String(end - start + 1),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  if (request.method === 'HEAD' || size === 0) response.end();
  else
    createReadStream(path, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
}
