/** The posts that a client gets already, as calls answer them. */
import type { Double } from '#contract/planning/posts.ts';
import { sayAgain } from '#rules/plan-again.ts';
import type { Tx } from '#db/database.ts';
import { listDoubles } from '../schedules/index.ts';
import { findClientName, listNetworks } from './account-queries.ts';

/** How far before and after a post its doubles are searched for, ms. */
const comparedMs = 30 * 24 * 3_600_000;

type Asked = {
  agencyId: string;
  clientId: string;
  accountIds: readonly string[];
  content: { file_id: string | null; description: string };
  dueAt: Date;
  zone: string;
  /** The post's own item; null before it is stored. */
  except: string | null;
};

/** One row for each account that gets, or got, the same file or the same words within 30 days of a post. */
export async function doublesOf(
  tx: Tx,
  { agencyId, clientId, accountIds, content, dueAt, zone, except }: Asked,
): Promise<Double[]> {
  const found = await listDoubles(tx, {
    agencyId,
    clientId,
    accountIds,
    items: [{ id: 'post', ...content }],
    from: new Date(dueAt.getTime() - comparedMs),
    to: new Date(dueAt.getTime() + comparedMs),
    except,
  });
  if (found.size === 0) return [];
  const client = await findClientName(tx, { agencyId, id: clientId });
  const networks = await listNetworks(tx, { agencyId, ids: [...found.keys()] });
  return accountIds.flatMap((accountId) => {
    const posts = found.get(accountId);
    const [first] = posts ?? [];
    const network = networks.get(accountId);
    if (posts === undefined || first === undefined || network === undefined) return [];
    return [
      {
        message: sayAgain({ client, posts: posts.length, first: first.at, zone }),
        account_id: accountId,
        type: network,
        occurrence_id: first.occurrenceId,
        at: first.at.toISOString(),
        posts: posts.length,
      },
    ];
  });
}
