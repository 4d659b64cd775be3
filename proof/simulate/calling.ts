/** People use the product through the real handlers of their calls, each in a transaction of the agency. */

import type { Tx } from '#db/database.ts';
import type { Services } from '#server/base/handlers.ts';
import type { Feeds } from './feed.ts';
import type { Plan } from './plan.ts';
import type { Random } from '../random.ts';
import type { Rows } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The dependencies of a person's calls. `transaction` is one of the agency's; `now` is the web server's clock. */
export type PersonMeans = {
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  now: () => Date;
  services: Services;
  random: Random;
  plan: Plan;
  rows: Rows;
  feeds: Feeds;
  snapshot: () => Snapshot;
};

/** Performs an action of a person; a UserError is a normal answer. */
export type Action = (means: PersonMeans) => Promise<unknown>;

type Handler = (input: unknown, context: unknown) => Promise<unknown>;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/** Makes a call, as the owner or as one of the clients; a call with its own transactions gets the agency's. */
export function call(handler: unknown, input: Readonly<Record<string, unknown>>, clientId?: string): Action {
  const outside: unknown =
    typeof handler === 'object' && handler !== null && 'outside' in handler ? handler.outside : undefined;
  if (isHandler(outside))
    return (means) => outside(input, { ...commonOf(means, clientId), transaction: means.transaction });
  if (!isHandler(handler)) throw new Error('a call without a handler in a transaction');
  return (means) => means.transaction((tx) => handler(input, contextOf(means, tx, clientId)));
}

/** The context of a handler. */
export const contextOf = (means: PersonMeans, tx: Tx, clientId?: string) => ({ ...commonOf(means, clientId), tx });

const commonOf = ({ services, rows, now }: PersonMeans, clientId?: string) => ({
  services,
  now: now(),
  file: null,
  signal: new AbortController().signal,
  origin: { requestId: 'simulated', address: '127.0.0.1', userAgent: '' },
  user: {
    id: clientId ?? rows.ownerId,
    agencyId: rows.agencyId,
    sessionId: '1',
    role: clientId === undefined ? ('owner' as const) : ('client' as const),
    name: 'Owner',
    email: 'owner@example.test',
    membership: '',
    isReseller: false,
    isWhiteLabel: false,
    impersonated: false,
    byLink: false,
    confirmedAt: null,
  },
});

/** Acts on a random one of a list; does nothing if it is empty. */
export const picked = <T>(list: readonly T[], random: Random, action: (one: T) => Action): Action =>
  list.length === 0 ? () => Promise.resolve() : action(random.pick(list));
