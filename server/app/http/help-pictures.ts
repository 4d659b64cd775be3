import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages.ts';

/**
 * Serves the pictures of the help at `/help-pictures/<name>.webp`, on every host that is served. They are public, like
 * the articles; the operator may replace one, so browsers revalidate them.
 */
export function serveHelpPictures(
  app: FastifyInstance,
  { pathOf }: { pathOf: (file: string) => string | undefined },
): void {
  app.get<{ Params: { file: string } }>('/help-pictures/:file', async ({ params, headers }, reply) => {
    const path = pathOf(params.file);
    if (path === undefined) return reply.code(404).send({ status: false, message: messages.notFound });
    const bytes = await readFile(path);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .headers({ 'content-type': 'image/webp', 'content-security-policy': "default-src 'none'; sandbox" })
      .send(bytes);
  });
}
