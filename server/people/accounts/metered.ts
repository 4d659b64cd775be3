/** Networks that charge for their calls, with a meter for each account and the operator's limit of a month. */
import type { Database } from '#db/database.ts';
import type { Account, Network, Networks, PostContent } from '#networks/network.ts';
import { networkNames } from '#rules/eligibility.ts';
import { dollars } from '#rules/money.ts';
import { linksOf } from '#rules/links.ts';
import { composeCaption, cutText } from '#rules/captions.ts';
import { addCost, costsOf } from './costs.ts';

/** `limitMicros`: the most that an account may cost in a month; null without a limit. */
export type Meter = {
  db: Database;
  clock: () => Date;
  limitMicros: number | null;
  /** Called when the meter itself fails; no post depends on it. */
  onError: (error: unknown) => void;
};

const millionths = 1_000_000;

/** The networks, with those metered that charge for their calls. */
export const meteredNetworks = <Given extends Networks>(networks: Given, meter: Meter): Given => ({
  ...networks,
  ...Object.fromEntries(
    Object.values(networks).map((network) => [network.id, network.limits.prices ? metered(network, meter) : network]),
  ),
});

/** A network whose calls are counted, and refused once the account has reached its limit. */
export function metered(network: Network, meter: Meter): Network {
  const { prices } = network.limits;
  const { find, engagement } = network;
  if (prices === undefined) return network;
  const add = ({ ref }: Account, micros: number): Promise<void> =>
    ref === undefined || micros === 0
      ? Promise.resolve()
      : meter.db
          .asAgency(ref.agencyId, (tx) => addCost(tx, { ...ref, micros, now: meter.clock() }))
          .catch(meter.onError);
  return {
    ...network,
    publish: async (content, account, context) => {
      const refusal = await refusalOf(network, account, meter);
      if (refusal !== null) return { ...refusal, scope: 'account' };
      const outcome = await network.publish(content, account, context);
      // A lost answer may have cost as much as a post.
      const isCharged = outcome.kind === 'published' || outcome.kind === 'processing' || outcome.kind === 'unknown';
      if (isCharged) await add(account, hasLink(content, network) ? prices.postWithLink : prices.post);
      return outcome;
    },
    ...(find === undefined
      ? {}
      : {
          find: async (content, account, attempt, context) => {
            const found = await find(content, account, attempt, context);
            await add(account, prices.lookUp);
            return found;
          },
        }),
    ...(engagement === undefined
      ? {}
      : {
          engagement: async (postIds, account, context) => {
            const refusal = await refusalOf(network, account, meter);
            if (refusal !== null) return refusal;
            const engaged = await engagement(postIds, account, context);
            if (engaged.kind === 'read') await add(account, engaged.figures.size * prices.read);
            return engaged;
          },
        }),
  };
}

const hasLink = ({ title, text }: PostContent, { limits }: Network): boolean => {
  const { captionLength: limit, lengthUnit: unit } = limits;
  return linksOf(cutText(composeCaption({ title, text }), { limit, unit })).length > 0;
};

/** The refusal of an account that has reached its limit; its wait ends with the month. */
async function refusalOf({ id }: Network, { ref }: Account, { db, clock, limitMicros, onError }: Meter) {
  if (limitMicros === null || ref === undefined) return null;
  const now = clock();
  const { agencyId, accountId } = ref;
  const micros = await db
    .asAgency(agencyId, (tx) => costsOf(tx, { agencyId, accountIds: [accountId], now }))
    .catch((error: unknown) => {
      onError(error);
      return 0;
    });
  if (micros < limitMicros) return null;
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return {
    kind: 'rateLimited' as const,
    retryAfterSeconds: Math.ceil((nextMonth - now.getTime()) / 1000),
    message:
      `This account has reached the ${dollars(limitMicros / millionths)} a month that the operator of this site ` +
      `allows for ${networkNames[id]}, which charges for every post.`,
  };
}
