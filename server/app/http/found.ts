import { open } from 'node:fs/promises';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { type OpenObject, sendInParts } from './in-parts.ts';

/**
 * The target of an address: a file on disk, or the reason why there is none. `whose`: the person or address that makes
 * the request.
 */
export type OpenFound = (look: {
  address: string;
  whose: string;
  signal: AbortSignal;
}) => Promise<
  | { kind: 'file'; path: string; contentType: string; etag: string; maxAgeSeconds: number }
  | { kind: 'none'; status: 404 | 502; message: string }
>;

/**
 * Serves search results at `/found/<signature>.<what>`, addresses that only this server can sign. Anyone with the
 * address may read them: a picture in a page has no session.
 */
export function serveFound(
  app: FastifyInstance,
  { openFound, refuseFlood }: { openFound: OpenFound; refuseFlood: onRequestAsyncHookHandler },
): void {
  // NOTE a wildcard, because a parameter of a route has at most 100 characters.
  app.get<{ Params: { '*': string } }>('/found/*', { onRequest: refuseFlood }, async (request, reply) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const found = await openFound({
      address: `/found/${request.params['*']}`,
      whose: addressPrefix(request.ip),
      signal: leaving.signal,
    });
    if (found.kind === 'none') {
      return reply
        .code(found.status)
        .header('cache-control', 'no-store')
        .send({ status: false, message: found.message });
    }
    const headers = {
      'content-type': found.contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': `private, max-age=${found.maxAgeSeconds}`,
      etag: found.etag,
    };
    await sendInParts(request, reply, { headers, open: opening(found.path) });
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
