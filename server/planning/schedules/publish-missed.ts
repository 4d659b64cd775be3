/** Deliveries that were missed, published now: one, or several, each by the rules of `resolve-delivery`. */
import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { findClient } from '../../people/users/index.ts';
import { listUnseenOf, resolveDelivery } from '../../publishing/index.ts';
import { countDeliveries } from './item-queries.ts';

type Resolving = Parameters<typeof resolveDelivery>[1];

/** Carries out a person's decision. Throws a UserError if there is no such delivery (404), or it allows none. */
export async function decide(tx: Tx, decision: Resolving): Promise<void> {
  const outcome = await resolveDelivery(tx, decision);
  switch (outcome) {
    case 'done':
      return;
    case 'not-found':
      throw new UserError(messages.notFound, { status: 404 });
    case 'not-now':
      throw new UserError(messages.alreadyDecided);
    case 'not-approved':
      throw new UserError(messages.notApproved);
    default:
      outcome satisfies never;
  }
}

/** The most posts of one answer to `resolve-unseen`; the rest stay in the list. */
const mostUnseen = 500;

/** Answers `resolve-unseen`. */
export async function resolveUnseen(
  { client_id: clientId, decision }: Input<'resolve-unseen'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'resolve-unseen'>>> {
  const ids = await transaction(async (tx) => {
    if ((await findClient(tx, { agencyId, id: clientId })) === undefined)
      throw new UserError(messages.notFound, { status: 404 });
    return listUnseenOf(tx, { agencyId, clientId, limit: mostUnseen });
  });
  const data = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countDeliveries(tx, { agencyId, ids: some })),
    work: (deliveryId) => transaction((tx) => decide(tx, { agencyId, deliveryId, decision, postUrl: '', now })),
  });
  return { message: bulkWords(decision === 'it-is-there' ? 'Noted' : 'Publishing', data, 'post'), data };
}

/** Answers `publish-missed`. */
export async function publishMissed(
  { ids }: Input<'publish-missed'>,
  { user: { agencyId }, now, transaction }: OutsideContext,
): Promise<Reply<Data<'publish-missed'>>> {
  const data = await eachRow({
    ids,
    countThere: (some) => transaction((tx) => countDeliveries(tx, { agencyId, ids: some })),
    work: (deliveryId) =>
      transaction((tx) => decide(tx, { agencyId, deliveryId, decision: 'publish-now', postUrl: '', now })),
  });
  return { message: bulkWords('Publishing', data, 'post'), data };
}
