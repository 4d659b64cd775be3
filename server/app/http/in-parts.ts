import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The range of a Range header: the whole object, a part of it, or an unsatisfiable range. Both ends are included. */
export type Part = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'outside' };

/** Reads a Range header for an object of `sizeBytes`; several ranges at once or another unit mean the whole object. */
export function partOf(header: string | undefined, sizeBytes: number): Part {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start >= sizeBytes || start > end ? { kind: 'outside' } : { kind: 'part', start, end };
}

/**
 * Opens an object, whole or from `start` to `end`; `sizeBytes` is always the size of the whole object. Null if it does
 * not exist.
 */
export type OpenObject = (range?: {
  start: number;
  end: number;
}) => Promise<{ body: Readable; sizeBytes: number } | null>;

/** The part of an existing object that a request gets. */
type Share = Part | { kind: 'head' } | { kind: 'nothing new' };

type Sending = {
  /** The headers of an existing object; a client that has its `etag` does not get it again. */ headers: Readonly<
    Record<string, string>
  >;
  open: OpenObject;
};

/**
 * Sends an object, or the requested part of it; answers whether it exists, and sends nothing if not. NOTE it does not
 * return the reply: that is also a promise, and resolves to undefined once everything is sent.
 */
export async function sendInParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, open }: Sending,
): Promise<boolean> {
  const whole = await open();
  if (whole === null) return false;
  const { sizeBytes } = whole;
  const share = shareOf(request, { etag: headers['etag'], sizeBytes });
  if (share.kind !== 'whole') whole.body.destroy();
  reply.headers({ ...headers, 'accept-ranges': 'bytes' });
  switch (share.kind) {
    case 'whole':
      reply.header('content-length', sizeBytes).send(whole.body);
      return true;
    case 'head':
      // Without any body the framework would say that it has a length of 0.
      reply.header('content-length', sizeBytes).send(Readable.from([]));
      return true;
    case 'nothing new':
      reply.code(304).send();
      return true;
    case 'outside':
      reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
      return true;
    case 'part':
      await sendPart(reply, { ...share, sizeBytes, open });
      return true;
    default:
      return share satisfies never;
  }
}

function shareOf(
  { method, headers }: FastifyRequest,
  { etag, sizeBytes }: { etag: string | undefined; sizeBytes: number },
): Share {
  const held = (headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (etag !== undefined && (held.includes(etag) || held.includes('*'))) return { kind: 'nothing new' };
  return method === 'HEAD' ? { kind: 'head' } : partOf(headers.range, sizeBytes);
}

async function sendPart(
  reply: FastifyReply,
  { start, end, sizeBytes, open }: { start: number; end: number; sizeBytes: number; open: OpenObject },
): Promise<void> {
  const opened = await open({ start, end });
  if (opened === null) throw new Error('an object went away while it was sent');
  reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${sizeBytes}`, 'content-length': end - start + 1 })
    .send(opened.body);
}
