import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documentOf, etagOf } from './document.ts';
import { isPage, pathOf, readPages } from './pages.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
};

/** Sends the app's document: every page of the browser gets the same one; any other path gets it with status 404. */
export type SitePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built browser app; a build made while we run is served at once. Browsers cache files named by their
 * content (`assets/`) forever, and revalidate the rest. A name with a separator is refused, so no address can leave the
 * folder. Answers how to serve the document itself; throws if the app is not built.
 */
export function serveSite(app: FastifyInstance, dir: string): SitePage {
  const index = join(dir, 'index.html');
  for (const { name } of readdirSync(dir, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && isServed(entry.name),
  )) {
    app.get(`/${name}`, (request, reply) =>
      sendFile(request, reply, { file: join(dir, name), cacheControl: 'no-cache' }),
    );
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params;
    if (!isServed(name)) return notFound(reply);
    return sendFile(request, reply, {
      file: join(dir, 'assets', name),
      cacheControl: 'public, max-age=31536000, immutable',
    });
  });
  readFileSync(index);
  readPages(dir);
  return async (request, reply) => {
    const { hostBrand } = request;
    const status = isPage(pathOf(request.url), readPages(dir)) ? 200 : 404;
    const branded = hostBrand === null ? null : documentOf(readFileSync(index, 'utf8'), hostBrand.brand);
    const etag = etagOf(branded ?? readFileSync(index));
    reply.headers({ 'cache-control': 'no-cache', vary: 'host' });
    if (status === 200) reply.header('etag', etag);
    if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (branded === null)
      return sendFile(request, reply, { file: index, cacheControl: 'no-cache', vary: 'host, ', status });
    reply.header('content-type', 'text/html; charset=utf-8');
    return reply.code(status).send(request.method === 'HEAD' ? undefined : branded);
  };
}

/** Whether a file of the build has an address: not the document, the list of pages, compressed copies, hidden files. */
const isServed = (name: string): boolean =>
  /^[\w-][\w.-]*$/.test(name) && name !== 'index.html' && name !== 'pages.json' && !/\.(br|gz)$/.test(name);

/** Sends a file in the smallest encoding that was made at build time and that the browser reads. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    file,
    cacheControl,
    vary = '',
    status = 200,
  }: { file: string; cacheControl: string; vary?: string; status?: number },
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const [encoding, suffix] =
    /\bbr\b/.test(accepted) && existsSync(`${file}.br`)
      ? ['br', '.br']
      : /\bgzip\b/.test(accepted) && existsSync(`${file}.gz`)
        ? ['gzip', '.gz']
        : [undefined, ''];
  const stat = statSync(file + suffix, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return notFound(reply);
  reply.headers({
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'content-length': stat.size,
    'cache-control': cacheControl,
    vary: `${vary}accept-encoding`,
  });
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.code(status).send(request.method === 'HEAD' ? undefined : createReadStream(file + suffix));
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
