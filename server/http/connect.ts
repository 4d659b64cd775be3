import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { consentNetworks } from '#contract/connect.ts';

/**
 * Where a visit to a network begins: gives the network's address for a ticket, or null for one that is worth nothing.
 */
export type BeginVisit = (visit: {
  network: string;
  token: string;
  key: string;
  holderId: string;
  now: Date;
}) => Promise<string | null>;

const textOf = (query: unknown, name: string): string => {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof value === 'string' ? value.slice(0, 200) : '';
};

/**
 * Answers `GET /api/connect-<network>`, which the pop-up opens: it leads on to the network's page, or to `/popup` where
 * the ticket was used, is too old or is none.
 */
export function leadToNetworks(
  app: FastifyInstance,
  {
    beginVisit,
    clock,
    refuseFlood,
  }: { beginVisit: BeginVisit; clock: () => Date; refuseFlood: onRequestAsyncHookHandler },
): void {
  for (const network of consentNetworks) {
    app.get(`/api/connect-${network}`, { onRequest: refuseFlood }, async ({ query }, reply) => {
      const [token, key, holderId] = ['token', 'key', 'user_id'].map((name) => textOf(query, name));
      const address = await beginVisit({
        network,
        token: token ?? '',
        key: key ?? '',
        holderId: holderId ?? '',
        now: clock(),
      });
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(address ?? '/popup?problem=ticket', 303);
    });
  }
}
