import { usesFileName } from './own-words.ts';
import { networkNames } from './eligibility.ts';
import { troubled, type AccountToCheck, type DoubleAt, type PlanProblem, type PlanToCheck } from './plan-problems.ts';
import { sayMinute } from './say-dates.ts';

/** The words about posts that a client gets already: 'Corner Studio gets this already: Tue 1 Dec, 09:30.' */
export function sayAgain({
  client,
  posts,
  first,
  zone,
}: {
  client: string;
  posts: number;
  first: Date;
  zone: string;
}): string {
  const who = client === '' ? 'The client' : client;
  const what = posts === 1 ? 'this' : `${posts} of these`;
  return `${who} gets ${what} already: ${sayMinute(first, zone)}.`;
}

/** The earliest double of each item at an account. */
const firstOf = (doubles: readonly DoubleAt[]): ReadonlyMap<string, DoubleAt> =>
  new Map(doubles.toReversed().map((double) => [double.itemId, double]));

/**
 * The posts that the client gets, or got, at an account by another plan. It stops nothing. Posts of which a network's
 * own rule speaks already (`named`) are left out.
 */
export function againProblem(
  plan: PlanToCheck,
  { account, named }: { account: AccountToCheck; named: ReadonlySet<number> },
): PlanProblem[] {
  const doubles = firstOf(account.doubles ?? []);
  const found = plan.items.flatMap((item, position) => {
    const double = named.has(position) ? undefined : doubles.get(item.id);
    return double ? [{ item, position, at: double.at }] : [];
  });
  const [first] = found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (first === undefined) return [];
  const { zone, client = '' } = plan;
  return [
    {
      rule: 'again',
      network: account.network,
      accountIds: [account.id],
      message: sayAgain({ client, posts: found.length, first: first.at, zone }),
      posts: found.map(({ item, position, at }) => troubled(item, { position, message: sayMinute(at, zone) })),
      start: null,
    },
  ];
}

/** The posts whose file's name becomes their title, because their network demands one and they have no words. */
export function titleProblem(plan: PlanToCheck, account: AccountToCheck): PlanProblem[] {
  const { network } = account;
  const posts = plan.items.flatMap((item, position) =>
    usesFileName(network, item) ? [troubled(item, { position })] : [],
  );
  if (posts.length === 0) return [];
  const message = `${networkNames[network]} needs a title: the file's name is used`;
  return [{ rule: 'title', network, accountIds: [account.id], message, posts, start: null }];
}
