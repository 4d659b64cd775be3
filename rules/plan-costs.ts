/** What the networks charge for the posts of a plan. */

import { cutText } from './captions.ts';
import { networkNames, type NetworkId } from './eligibility.ts';
import { linksOf } from './links.ts';
import { dollars } from './money.ts';
import { wordsFor } from './own-words.ts';
import type { PlanToCheck } from './plan-problems.ts';

/** The price of one round of a plan at a network, in US dollars, in words for the person. */
export type PlanCost = { network: NetworkId; dollars: number; message: string };

const millionths = 1_000_000;

/** The costs of a plan by network; empty where posting is free. */
export function planCosts({ items, accounts, repurpose }: PlanToCheck): PlanCost[] {
  const byNetwork = [...Map.groupBy(accounts, ({ network }) => network)];
  return byNetwork.flatMap(([network, of]) => {
    const { limits } = of[0] ?? {};
    if (!limits?.prices || items.length === 0) return [];
    const { prices, captionLength, lengthUnit } = limits;
    const linked = items.filter((item) => {
      const { caption } = wordsFor(network, item);
      return linksOf(cutText(caption, { limit: captionLength, unit: lengthUnit })).length > 0;
    }).length;
    const kinds = [
      { count: linked * of.length, price: prices.postWithLink, what: 'with a link' },
      { count: (items.length - linked) * of.length, price: prices.post, what: 'without a link' },
    ].filter(({ count }) => count > 0);
    const sum = kinds.reduce((total, { count, price }) => total + count * price, 0) / millionths;
    const parts = kinds.map(({ count, price, what }) => `${count} ${what} at ${exactly(price / millionths)}`);
    const each = repurpose ? ' for each round' : '';
    const message = `${networkNames[network]} charges about ${dollars(sum)}${each}: ${parts.join(', ')}.`;
    return [{ network, dollars: sum, message }];
  });
}

/** A price with all its digits: 0.015 -> '$0.015'. */
const exactly = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 3 });
