import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#contract/messages.ts';

/** Where a font file is, by its name; `fallbacks` are the fonts of further scripts, whose table browsers read. */
export type FontFiles = {
  pathOf: (name: string) => string | undefined;
  fallbacks: { table: readonly object[]; pathOf: (name: string) => Promise<string | undefined> };
};

/**
 * Serves the files of the shipped fonts at `/fonts/<font>/<file>.woff2` (further scripts: `.ttf`), on every host. They
 * change only with a release, so browsers may cache them for a day. They are public: a picture has no session.
 */
export function serveFonts(app: FastifyInstance, { pathOf, fallbacks }: FontFiles): void {
  app.get<{ Params: { id: string; file: string } }>('/fonts/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    const [, name = '', ending = ''] = /^(.*)\.(woff2|ttf)$/.exec(file) ?? [];
    const path = ending === 'ttf' ? await fallbacks.pathOf(`${id}/${name}`) : pathOf(`${id}/${name}`);
    if (path === undefined) return reply.code(404).send({ status: false, message: messages.notFound });
    return send(reply, await readFile(path), `font/${ending}`);
  });
  app.get('/fonts/fallback.json', async (_request, reply) =>
    send(reply, JSON.stringify(fallbacks.table), 'application/json; charset=utf-8'),
  );
}

const send = (reply: FastifyReply, body: Buffer | string, contentType: string): FastifyReply =>
  reply
    .headers({
      'content-type': contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=86400',
    })
    .send(body);
