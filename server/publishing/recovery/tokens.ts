/** Tokens that a network has replaced since the backup: what the database has of them no longer works. */

import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

const loseTokensStatement = statement({
  name: 'lose-replaced-tokens',
  columns: { id: 'bigint' },
  text: `
  update social_accounts a set status = 'needs-reconnecting', status_message = $3
  from unnest($1::bigint[], $2::timestamptz[]) as replaced (id, at)
  where a.id = replaced.id and coalesce(a.refreshed_at, '-infinity') < replaced.at and a.status = 'connected'
    and a.deleted_at is null
  returning a.id`,
});

/**
 * The accounts whose tokens were renewed after the backup must be reconnected; returns how many. Before anything is
 * read back with them.
 */
export const loseReplacedTokens = async (
  run: Run,
  replaced: readonly { account: string; at: Date }[],
): Promise<number> =>
  (
    await run(loseTokensStatement, [
      replaced.map(({ account }) => account),
      replaced.map(({ at }) => at),
      'This site was restored from a backup, and the network has replaced the access since.',
    ])
  ).length;
