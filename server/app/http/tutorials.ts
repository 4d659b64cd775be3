import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages.ts';
import { sendInParts, type OpenObject } from './in-parts.ts';

const contentTypes: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
};

/**
 * Serves the shipped videos at `/films/<file>`, on every host that is served. A name contains its content's hash, so
 * browsers may cache it forever; range requests are answered, because Safari needs them. They are public: a player has
 * no session.
 */
export function serveTutorials(
  app: FastifyInstance,
  { pathOf }: { pathOf: (name: string) => string | undefined },
): void {
  app.get<{ Params: { name: string } }>('/films/:name', async (request, reply) => {
    const { name } = request.params;
    const path = pathOf(name);
    if (path === undefined) return reply.code(404).send({ status: false, message: messages.notFound });
    const headers = {
      'content-type': contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${name}"`,
    };
    await sendInParts(request, reply, { headers, open: opening(path) });
    return reply;
  });
}

const opening =
  (path: string): OpenObject =>
  async (range) => {
    const file = await open(path);
    const { size } = await file.stat();
    return { body: file.createReadStream({ ...range }), sizeBytes: size };
  };
