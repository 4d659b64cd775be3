import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import type { Limits } from '#networks/network.ts';
import { isEligible, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { fitOf } from '#rules/media-fit.ts';
import { titleOf } from '#rules/titles.ts';
import { findAccountHolder } from '../../people/users/index.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { listAccounts } from '../../people/accounts/index.ts';
import { listItemMedia, mediaOf, type ItemMedia } from './fit-queries.ts';

/** Why an item cannot be posted to a network; '' if no reason is known. */
function obstacle(item: ItemMedia, { network, limits }: { network: NetworkId; limits: Limits }): string {
  const media = mediaOf(item);
  const fit = media && fitOf(media, limits, networkNames[network]);
  return fit?.kind === 'unfit' ? fit.message : '';
}

/** Answers `fetch-fit`. */
export async function fetchFit(
  input: Input<'fetch-fit'>,
  { user, tx, services }: Context,
): Promise<Reply<Data<'fetch-fit'>>> {
  const { agencyId } = user;
  const stream = await listItemMedia(tx, { agencyId, streamId: input.content_stream_id });
  const holder = await findAccountHolder(tx, { agencyId, id: input.user_client_id });
  if (stream === undefined || holder === undefined) throw new UserError(messages.notFound, { status: 404 });
  const accounts = await listAccounts(tx, { agencyId, userId: input.user_client_id });
  const data = accounts
    .filter(({ network, by_hand }) => !by_hand && takes(network, stream.type))
    .flatMap(({ id, network }) => {
      const limits = services.networks[network]?.limits;
      const items =
        limits === undefined
          ? []
          : stream.items.flatMap((item) => {
              const message = obstacle(item, { network, limits });
              return message === '' ? [] : [{ title: titleOf(item), message }];
            });
      return items.length === 0 ? [] : [{ account_id: id, type: network, items, item_count: stream.items.length }];
    });
  return { message: '', data };
}

const takes = (network: NetworkId, type: StreamType): boolean => isEligible(network, type);
