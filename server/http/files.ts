import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#contract/messages.ts';
import { isSafeName, type Storage } from '../storage.ts';

const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', mp4: 'video/mp4',
};

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

/** Serves stored files at `/files/<name>`. A name is unguessable and its bytes never change, so browsers may keep them. */
export function serveFiles(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const contentType = contentTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    const etag = `"${name}"`;
    // Downloads of all data lie in the same storage, and are not for whoever knows a name.
    if (!isSafeName(name) || name.startsWith('export-')) return notFound(reply);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();

    const whole = await storage.open(name);
    if (whole === null) return notFound(reply);
    reply.headers({
      'content-type': contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    });
    const part = partOf(request.headers.range, whole.sizeBytes);
    switch (part.kind) {
      case 'whole':
        return send(reply, { body: whole.body, length: whole.sizeBytes });
      case 'outside':
        whole.body.destroy();
        return reply.code(416).header('content-range', `bytes */${whole.sizeBytes}`).send();
      case 'part': {
        whole.body.destroy();
        const opened = await storage.open(name, { start: part.start, end: part.end });
        if (opened === null) return notFound(reply);
        reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${whole.sizeBytes}`);
        return send(reply, { body: opened.body, length: part.end - part.start + 1 });
      }
      default:
        return part satisfies never;
    }
  });
}

const notFound = (reply: FastifyReply): FastifyReply => reply.code(404).send({ status: false, message: messages.notFound });

const send = (reply: FastifyReply, { body, length }: { body: Readable; length: number }): FastifyReply =>
  reply.header('content-length', length).send(body);
