import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { messages } from '#contract/messages.ts';

/** Answers a font file's path by its id, and an emoji's picture by its name; undefined if there is none. */
export type TypeFiles = {
  fontPath: (id: string) => string | undefined;
  emojiPng: (name: string) => Promise<Buffer | undefined>;
};

/**
 * Serves the shipped fonts and emoji, at `/fonts/<id>.woff2` and `/emoji/<name>.png`, on every host that is served.
 * They are public: a canvas has no session.
 */
export function serveTypeFiles(app: FastifyInstance, { fontPath, emojiPng }: TypeFiles): void {
  app.get<{ Params: { name: string } }>('/fonts/:name', async ({ params }, reply) => {
    const path = params.name.endsWith('.woff2') ? fontPath(params.name.slice(0, -6)) : undefined;
    return send(reply, path === undefined ? undefined : await readFile(path), 'font/woff2');
  });
  app.get<{ Params: { name: string } }>('/emoji/:name', async ({ params }, reply) =>
    send(reply, params.name.endsWith('.png') ? await emojiPng(params.name.slice(0, -4)) : undefined, 'image/png'),
  );
}

function send(reply: FastifyReply, bytes: Buffer | undefined, contentType: string): FastifyReply {
  if (bytes === undefined) return reply.code(404).send({ status: false, message: messages.notFound });
  return reply
    .headers({
      'content-type': contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=604800',
    })
    .send(bytes);
}
