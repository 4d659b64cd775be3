/** Answers that browsers may cache: with an ETag, compressed, and not sent again to a browser that has them. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '#contract/base/call.ts';

/** The latest compressed answers by their ETag, so that none is compressed twice. */
const packed = new Map<string, Buffer>();
const mostPacked = 40;

function packedAs(etag: string, text: string): Buffer {
  const before = packed.get(etag);
  if (before !== undefined) return before;
  const bytes = gzipSync(text, { level: 6 });
  const [oldest] = packed.keys();
  if (packed.size >= mostPacked && oldest !== undefined) packed.delete(oldest);
  packed.set(etag, bytes);
  return bytes;
}

/** The reply to a GET with an answer that is the same for everybody at a host: 304 if the caller has it. */
export function kept(request: FastifyRequest, reply: FastifyReply, envelope: Envelope): FastifyReply | Envelope {
  if (request.method !== 'GET') return envelope;
  const text = JSON.stringify(envelope);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'host, accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(packedAs(etag, text));
}
