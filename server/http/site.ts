import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp', '.ico': 'image/x-icon',
  '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json', '.map': 'application/json',
};

/** A reader of one page of the app: every route of the browser gets the same document. */
export type SitePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built browser app. The folder is read once: what is not in it is not there, so no address can lead out of it.
 * Files named by their content (`assets/`) are kept by browsers for good, the rest is asked for anew.
 * Answers how to serve the document itself; throws where the app is not built.
 */
export function serveSite(app: FastifyInstance, dir: string): SitePage {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile() && !/\.(br|gz)$/.test(name));
  for (const name of files) {
    const path = `/${relative('', name).split(sep).join('/')}`;
    if (path === '/index.html' || path.split('/').some((part) => part.startsWith('.'))) continue;
    const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    app.get(path, (request, reply) => sendFile(request, reply, { file: join(dir, name), cacheControl }));
  }
  const index = join(dir, 'index.html');
  const etag = `"${createHash('sha256').update(readFileSync(index)).digest('base64url')}"`;
  return async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return sendFile(request, reply, { file: index, cacheControl: 'no-cache' });
  };
}

/** Sends a file, in the smallest encoding that was made at build time and that the browser reads. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { file, cacheControl }: { file: string; cacheControl: string }): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const [encoding, suffix] =
    /\bbr\b/.test(accepted) && existsSync(`${file}.br`) ? ['br', '.br']
    : /\bgzip\b/.test(accepted) && existsSync(`${file}.gz`) ? ['gzip', '.gz']
    : [undefined, ''];
  reply.headers({
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'content-length': statSync(file + suffix).size,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
  });
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.code(200).send(request.method === 'HEAD' ? undefined : createReadStream(file + suffix));
}
