import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/settings/config.ts';
import type { HostBrands } from '../../base/brand/index.ts';
import { isFromHere, openProxyCheck } from './from-here.ts';
import { openHostCheck, parseHost } from './hosts.ts';

/**
 * Answers whether a certificate may be issued for `?domain=`: 200 for our own host and for customers' active ones, 404
 * for others. Answered from memory, and only to this machine and to trusted proxies themselves: a request that came
 * through a proxy is not answered. Caddy's `on_demand_tls ask` takes any 2xx for yes
 * (https://caddyserver.com/docs/caddyfile/options#on-demand-tls).
 */
export function answerCertificates(
  app: FastifyInstance,
  {
    config,
    hosts,
  }: { config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'sandbox' | 'trustProxy'>; hosts: HostBrands },
): void {
  const isOurs = openHostCheck({ ...config, sandbox: false });
  const isProxy = openProxyCheck(config.trustProxy);
  app.get<{ Querystring: { domain?: unknown } }>('/tls/ask', (request, reply) => {
    const { domain } = request.query;
    const name = typeof domain === 'string' ? (parseHost(domain)?.name ?? '') : '';
    const mayAsk = isFromHere(request) || isProxy(request);
    const isServed = mayAsk && name !== '' && (isOurs(name) || hosts.of(name) !== undefined);
    return reply.code(isServed ? 200 : 404).send('');
  });
}
