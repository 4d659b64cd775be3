import { statement } from './statement.ts';
import type { Run } from './statements.ts';

// Untried deliveries that are planned later than their due time and their account require, since earlier slots were
// planned for others. If the account is held, its next pace reorders the queue. Held posts stay held.
const repaceStatement = statement({
  name: 'repace-accounts',
  columns: {},
  text: `
  update deliveries d
  set next_at = greatest(d.due_at, token.free_at)
  from (
    select a.id, case when a.free_at = 'infinity' then $2 else a.free_at end as free_at
    from social_accounts a
    where a.id = any($1::bigint[]) and a.gap_seconds > 0
  ) token
  where d.account_id = token.id and d.state = 'scheduled' and d.tries = 0 and d.next_at > greatest(d.due_at,
    token.free_at) and d.next_at < 'infinity'`,
});

/** Plans the untried deliveries of accounts earlier, at each account's pace, after others of theirs were removed. */
export async function repaceAccounts(
  run: Run,
  { accountIds, now }: { accountIds: readonly string[]; now: Date },
): Promise<void> {
  if (accountIds.length > 0) await run(repaceStatement, [[...new Set(accountIds)], now]);
}
