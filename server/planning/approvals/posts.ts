/** Posts for lists and answers, with their comments, their accounts and the times at which they would go out. */
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import type { Data } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { planLate, type MovedOccurrence } from '../../publishing/index.ts';
import { listComments, listPostAccounts, listTitles, type PostRow } from './list-queries.ts';
import { isHeld, presentMoved, presentPost } from './present.ts';

const mostMovedShown = 200;

/** Posts with all data of their previews. */
export async function presentPosts(
  tx: Tx,
  { agencyId, rows, now }: { agencyId: string; rows: readonly PostRow[]; now: Date },
): Promise<ApprovalPost[]> {
  const ids = rows.map(({ id }) => id);
  const comments = await listComments(tx, { agencyId, ids });
  const accounts = await listPostAccounts(tx, { agencyId, ids });
  const late = rows
    .filter((row) => isHeld(row, now))
    .map(({ id, schedule_id: scheduleId }) => ({ occurrenceId: id, scheduleId }));
  const movesTo = late.length === 0 ? new Map<string, Date>() : await planLate(tx, { occurrences: late, now });
  return rows.map((row) => presentPost(row, { comments, accounts, movesTo, now }));
}

/** The answer to an approval: the number of posts, and the posts that go out at another time than planned. */
export async function presentApproved(
  tx: Tx,
  { agencyId, approved, moved }: { agencyId: string; approved: number; moved: readonly MovedOccurrence[] },
): Promise<Data<'approve-posts'>> {
  const shown = moved.slice(0, mostMovedShown);
  return {
    approved,
    moved: presentMoved(shown, await listTitles(tx, { agencyId, ids: shown.map(({ occurrenceId }) => occurrenceId) })),
  };
}
