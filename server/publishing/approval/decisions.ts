/** Decisions about posts: one transaction for the approvals, the comments, and the posts to hold or release. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../../base/handlers.ts';
import { holdUnapproved, lockForApproval, releaseApproved, type MovedOccurrence } from './approval.ts';
import {
  insertEvents,
  lockApprovals,
  setApproved,
  setSentBack,
  setWaiting,
  type Decider,
  type LockedApproval,
} from './rows.ts';

/** The occurrences of an agency to decide about, locked in this order: schedules, items, approvals. */
export async function lockPosts(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<LockedApproval[]> {
  await lockForApproval(tx, ids);
  return lockApprovals(tx, { agencyId, ids });
}

/** Approves locked open posts; returns those whose time has passed, and when they go out instead. */
export async function approveLocked(
  tx: Tx,
  { agencyId, posts, ...decider }: Decider & { agencyId: string; posts: readonly LockedApproval[] },
): Promise<{ approved: number; moved: MovedOccurrence[] }> {
  if (posts.some(({ is_open: isOpen }) => !isOpen)) throw new UserError(messages.approvalOver);
  const ids = posts.filter(({ state }) => state !== 'approved').map(({ id }) => id);
  await setApproved(tx, { agencyId, ids, ...decider });
  await insertEvents(tx, {
    agencyId,
    ids,
    userId: decider.userId,
    kind: 'approved',
    words: decider.approvedHow,
    now: decider.now,
    byAgencyPassword: decider.byAgencyPassword,
  });
  return { approved: ids.length, moved: await releaseApproved(tx, { agencyId, occurrenceIds: ids, now: decider.now }) };
}

type ApprovalStep = { agencyId: string; post: LockedApproval; userId: string; now: Date; words: string };

/** Sends a locked post back to the agency. An approved one must still have something to stop. */
export async function sendBackLocked(tx: Tx, { agencyId, post, userId, now, words }: ApprovalStep): Promise<void> {
  if (!post.is_open) throw new UserError(messages.approvalOver);
  const stopped = await holdUnapproved(tx, { agencyId, occurrenceIds: [post.id], now });
  if (post.state === 'approved' && stopped === 0) throw new UserError(messages.approvalTooLate);
  await setSentBack(tx, { agencyId, id: post.id, userId, now });
  await insertEvents(tx, { agencyId, ids: [post.id], userId, kind: 'sent-back', words, now });
}

/** Withdraws the approval of a locked post, if none of it has been sent. `isTold`: the client itself did it. */
export async function withdrawLocked(
  tx: Tx,
  { agencyId, post, userId, now, words, isNotified }: ApprovalStep & { isNotified: boolean },
): Promise<void> {
  if (post.state !== 'approved') throw new UserError(messages.approvalNotGiven);
  const stopped = await holdUnapproved(tx, { agencyId, occurrenceIds: [post.id], now });
  if (stopped === 0) throw new UserError(messages.approvalTooLate);
  await setWaiting(tx, { agencyId, ids: [post.id], now, isNotified });
  await insertEvents(tx, { agencyId, ids: [post.id], userId, kind: 'withdrawn', words, now });
}

/** Requests approval again for a locked unapproved post. */
export async function askLocked(tx: Tx, { agencyId, post, userId, now, words }: ApprovalStep): Promise<void> {
  if (!post.is_open || post.state === 'approved') throw new UserError(messages.approvalOver);
  await setWaiting(tx, { agencyId, ids: [post.id], now, isNotified: false });
  await insertEvents(tx, { agencyId, ids: [post.id], userId, kind: 'asked', words, now });
}
