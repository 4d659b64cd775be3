import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#contract/messages.ts';
import { isSafeName, type Storage } from '../../base/storage/storage.ts';
import { sendInParts } from './in-parts.ts';

const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  woff2: 'font/woff2',
};

/**
 * Serves stored files at `/files/<name>`. A name is unguessable and its bytes never change, so browsers may cache them.
 */
export function serveFiles(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    const contentType = contentTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    // Downloads of all data and pieces of uploads are in the same storage; knowing their name must not be enough.
    if (!isSafeName(name) || /^(export|piece)-/.test(name)) return notFound(reply);
    const headers = {
      'content-type': contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
    };
    return (await sendInParts(request, reply, { headers, open: (range) => storage.open(name, range) }))
      ? reply
      : notFound(reply);
  });
}

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ status: false, message: messages.notFound });
