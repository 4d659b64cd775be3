import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context } from '../context.ts';
import { currentStatus } from '../processing.ts';
import type { Post } from '../state/model.ts';

const listeners = new WeakMap<Context, Map<string, Set<Duplex>>>();
const patienceMs = 120_000;

/**
 * `/reddit/ws/<id>`: reports once the outcome of a picture or video post, then closes (RFC 6455, one text frame).
 * Sockets that wait too long are dropped.
 */
export function listen(context: Context, request: IncomingMessage, socket: Duplex): void {
  const id = /^\/reddit\/ws\/([\w-]+)/.exec(request.url ?? '')?.[1] ?? '';
  const key = request.headers['sec-websocket-key'];
  if (key === undefined) {
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
    return;
  }
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
      `sec-websocket-accept: ${accept}\r\n\r\n`,
  );
  const all = listeners.get(context) ?? new Map<string, Set<Duplex>>();
  listeners.set(context, all);
  const waiting = all.get(id) ?? new Set();
  all.set(id, waiting.add(socket));
  const timer = setTimeout(() => socket.destroy(), patienceMs).unref();
  socket
    .on('data', () => {
      /* a caller sends no messages */
    })
    .on('error', () => socket.destroy())
    .on('close', () => {
      clearTimeout(timer);
      waiting.delete(socket);
    });
  const post = [...context.state.posts.values()].find((each) => each.network === 'reddit' && each.id === id);
  if (post) tell(context, post);
}

/** Notifies the listeners as soon as the post is ready or has failed. */
export function announce(context: Context, post: Post): void {
  const waitMs = Math.max(0, Date.parse(post.pending?.at ?? post.createdAt) - context.now().getTime());
  setTimeout(() => tell(context, post), waitMs + 1).unref();
}

function tell(context: Context, post: Post): void {
  const status = currentStatus(post, context.now());
  const waiting = [...(listeners.get(context)?.get(post.id) ?? [])];
  if (status === 'processing' || waiting.length === 0) return;
  const isCut = context.state.tables.redditSubmissions.get(post.id)?.isCut === true;
  const message = JSON.stringify(
    status === 'published' ? { type: 'success', payload: { redirect: post.url } } : { type: 'failed', payload: {} },
  );
  for (const socket of waiting) {
    if (isCut) socket.destroy();
    else socket.end(Buffer.concat([frame(1, Buffer.from(message)), frame(8, Buffer.from([0x03, 0xe8]))]));
  }
}

/** An unmasked frame; these payloads stay below 64 kB. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, payload.length])
      : Buffer.from([0x80 | opcode, 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, payload]);
}
