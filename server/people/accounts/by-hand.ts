/** Accounts to which a person posts by hand. */
import type { Data, Input } from '#contract/index.ts';
import type { Context, Reply } from '../../base/handlers.ts';
import { refuseOthers } from './holder.ts';
import { findLostAt } from './queries.ts';
import { storeByHand } from './store.ts';

/**
 * A URL in the normal form in which it is stored: `'https://Medium.com/@ada/?source=x#top' ->
 * 'https://medium.com/@ada'`.
 */
export function plainAddress(address: string): string {
  const url = new URL(address);
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Handles `connect-by-hand`. Such accounts are identified by their URL, in a form that no network's own ids have. */
export async function connectByHand(
  input: Input<'connect-by-hand'>,
  { user, tx, services, now, origin }: Context,
): Promise<Reply<Data<'connect-by-hand'>>> {
  await refuseOthers(tx, user, input.user_id);
  const { network, name, user_id: holderId } = input;
  const url = plainAddress(input.url);
  const lost = await findLostAt(tx, { agencyId: user.agencyId, userId: holderId, network, url });
  return storeByHand(
    tx,
    { network, holderId, externalId: lost?.external_id ?? `by-hand ${url.toLowerCase()}`, name, url },
    { user, services, now, origin },
  );
}
