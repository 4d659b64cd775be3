import type { FastifyRequest } from 'fastify';

/** The headers of proxies: a request with one of them comes from elsewhere, whatever they say. */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this machine itself. NOTE the socket decides, never a header: behind a trusted proxy
 * `request.ip` is what the sender writes.
 */
export function isFromHere({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const remote = raw.socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(remote) && ofProxies.every((name) => headers[name] === undefined);
}
