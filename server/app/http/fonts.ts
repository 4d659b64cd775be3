import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages.ts';

/**
 * Serves the files of the shipped fonts at `/fonts/<font>/<file>.woff2`, on every host that is served. They change only
 * with a release, so browsers may cache them for a day. They are public: a picture has no session.
 */
export function serveFonts(app: FastifyInstance, { pathOf }: { pathOf: (name: string) => string | undefined }): void {
  app.get<{ Params: { id: string; file: string } }>('/fonts/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    const path = file.endsWith('.woff2') ? pathOf(`${id}/${file.slice(0, -'.woff2'.length)}`) : undefined;
    if (path === undefined) return reply.code(404).send({ status: false, message: messages.notFound });
    return reply
      .headers({
        'content-type': 'font/woff2',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=86400',
      })
      .send(await readFile(path));
  });
}
