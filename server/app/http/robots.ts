/** What crawlers and finders of faults read: `robots.txt` and `security.txt`. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/settings/config.ts';

/** NOTE `/files/` stays open: networks fetch the media of posts there, and some obey this file. */
const closed = ['/api/', '/calendar/', '/client-report/', '/connect/', '/exports/', '/sandbox/', '/stripe/'];
const robots = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''].join('\n');

const day = 86_400_000;
/** How long a security.txt is valid after it was read; RFC 9116, 2.5.5, recommends less than a year. */
const validDays = 180;

/** Serves `/robots.txt` at every host, and `/.well-known/security.txt` (RFC 9116) at the operator's. */
export function serveRobots(
  app: FastifyInstance,
  { config, clock }: { config: Pick<Config, 'publicUrl' | 'securityContact'>; clock: () => Date },
): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' };
  app.get('/robots.txt', (_request, reply) => reply.headers(headers).send(robots));
  app.get('/.well-known/security.txt', (request, reply) => {
    if (request.hostBrand !== null) return reply.callNotFound();
    const expires = new Date((Math.floor(clock().getTime() / day) + validDays) * day).toISOString();
    const lines = [
      `Contact: ${config.securityContact ?? `${config.publicUrl}/help-and-support`}`,
      `Expires: ${expires.replace('.000', '')}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
      '',
    ];
    return reply.headers(headers).send(lines.join('\n'));
  });
}
