import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a Range header asks for: the whole object, a part of it, or nothing it has. Both ends are included. */
export type Part = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'outside' };

/** Reads a Range header for an object of `sizeBytes`; several ranges at once or another unit give the whole. */
export function partOf(header: string | undefined, sizeBytes: number): Part {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return { kind: 'whole' };
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start >= sizeBytes || start > end ? { kind: 'outside' } : { kind: 'part', start, end };
}

/** Opens an object, whole or from `start` to `end`; `sizeBytes` is always that of the whole one. Null where it is not there. */
export type OpenObject = (range?: { start: number; end: number }) => Promise<{ body: Readable; sizeBytes: number } | null>;

type Sending = { /** The Range header. */ range: string | undefined; /** What is said of the object where it is there. */ headers: Readonly<Record<string, string>>; open: OpenObject };

/** Sends an object, or the part of it that is asked for; null, with nothing said yet, where it is not there. */
export async function sendInParts(reply: FastifyReply, { range, headers, open }: Sending): Promise<FastifyReply | null> {
  const whole = await open();
  if (whole === null) return null;
  reply.headers({ ...headers, 'accept-ranges': 'bytes' });
  const part = partOf(range, whole.sizeBytes);
  if (part.kind === 'whole') return reply.header('content-length', whole.sizeBytes).send(whole.body);
  whole.body.destroy();
  if (part.kind === 'outside') return reply.code(416).header('content-range', `bytes */${whole.sizeBytes}`).send();
  const opened = await open({ start: part.start, end: part.end });
  if (opened === null) throw new Error('an object went away while it was sent');
  reply.code(206).headers({ 'content-range': `bytes ${part.start}-${part.end}/${whole.sizeBytes}`, 'content-length': part.end - part.start + 1 });
  return reply.send(opened.body);
}
