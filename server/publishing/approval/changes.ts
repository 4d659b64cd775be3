/** Updates approvals after changes of content and of the agency's settings. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ApprovalEnding } from '#rules/approvals.ts';
import { holdUnapproved, lockForApproval } from './approval.ts';
import { lockSchedulesOfClient } from '../plan/locks.ts';
import { approveLocked, lockPosts } from './decisions.ts';
import {
  insertApprovals,
  insertEvents,
  listOutdated,
  listUnasked,
  listWaitingOfClient,
  lockApprovals,
  setFingerprints,
  setWaiting,
  type Outdated,
} from './rows.ts';

type Change = { agencyId: string; userId: string; now: Date };

/**
 * Requests approval again for an item whose content has just changed, wherever its client has seen different content.
 * Returns the number of posts.
 */
export const askAboutItem = (tx: Tx, change: Change & { itemId: string }): Promise<number> =>
  askAgain(tx, change, { itemId: change.itemId });

async function askAgain(tx: Tx, { agencyId, userId, now }: Change, of: Outdated): Promise<number> {
  const found = (await listOutdated(tx, { agencyId, ...of })).map(({ id }) => id);
  if (found.length === 0) return 0;
  await lockForApproval(tx, found);
  // Read after locking, because another transaction may have decided, or published the last of it.
  const still = new Set((await listOutdated(tx, { agencyId, ...of })).map(({ id }) => id));
  const posts = (await lockApprovals(tx, { agencyId, ids: found })).filter(({ id }) => still.has(id));
  const waiting = posts.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const again = posts.filter(({ state }) => state !== 'waiting').map(({ id }) => id);
  await holdUnapproved(tx, { agencyId, occurrenceIds: again, now });
  await setWaiting(tx, { agencyId, ids: again, now, isNotified: false });
  await setFingerprints(tx, { agencyId, ids: waiting });
  await insertEvents(tx, { agencyId, ids: posts.map(({ id }) => id), userId, kind: 'changed', words: '', now });
  return posts.length;
}

/**
 * Turns approval on: for posts scheduled later and, with `covers`, also for planned ones, except those already approved
 * with their current content. Returns their number.
 */
export async function beginApproval(
  tx: Tx,
  { agencyId, clientId, covers, userId, now }: Change & { clientId: string; covers: boolean },
): Promise<number> {
  if (!covers) return 0;
  await lockSchedulesOfClient(tx, { agencyId, clientId });
  await setNeedsApproval(tx, { agencyId, clientId, needsApproval: true });
  const ids = (await listUnasked(tx, { agencyId, clientId })).map(({ id }) => id);
  await insertApprovals(tx, { agencyId, clientId, ids, now });
  await holdUnapproved(tx, { agencyId, occurrenceIds: ids, now });
  return ids.length + (await askAgain(tx, { agencyId, userId, now }, { clientId }));
}

/**
 * Turns approval off; waiting posts are approved by the agency, or keep waiting. Returns how many posts were approved.
 */
export async function endApproval(
  tx: Tx,
  {
    agencyId,
    clientId,
    ending,
    userId,
    now,
    approvedHow,
  }: Change & { clientId: string; ending: ApprovalEnding; approvedHow: string },
): Promise<number> {
  await lockSchedulesOfClient(tx, { agencyId, clientId });
  await setNeedsApproval(tx, { agencyId, clientId, needsApproval: false });
  if (ending === 'keep') return 0;
  const ids = (await listWaitingOfClient(tx, { agencyId, clientId })).map(({ id }) => id);
  const posts = (await lockPosts(tx, { agencyId, ids })).map((post) => ({ ...post, is_open: true }));
  const { approved } = await approveLocked(tx, { agencyId, posts, userId, now, approvedHow, byAgencyPassword: false });
  return approved;
}

/** Sets whether the client's schedules need approval from now on; planned posts are unchanged. */
async function setNeedsApproval(
  tx: Tx,
  key: { agencyId: string; clientId: string; needsApproval: boolean },
): Promise<void> {
  await sql`
    update schedules set needs_approval = ${key.needsApproval}
    where agency_id = ${key.agencyId} and user_client_id = ${key.clientId} and deleted_at is null`.execute(tx);
}
