/** Checks the caller's right to decide about a post, and records the decision in the audit log. */
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { audit } from '../../base/audit/index.ts';
import { isByAgencyPassword } from '../../people/auth/index.ts';
import { UserError, type Context, type Reply, type SignedIn } from '../../base/handlers.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import {
  approveLocked,
  lockPosts,
  sendBackLocked,
  findApprovals,
  type LockedApproval,
} from '../../publishing/index.ts';
import { presentApproved } from './posts.ts';
import { refuseStale, type Shown } from './stale.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** How the owner, who decides for the client, learned what it wants; '' for the client itself. */
export function wordOf(user: SignedIn, approvedHow: string | undefined): string {
  if (user.role === 'client') {
    if (approvedHow !== undefined && approvedHow !== '')
      throw new UserError(messages.approvalOwnWord, { status: 422, errors: { told_how: messages.approvalOwnWord } });
    return '';
  }
  if (approvedHow === undefined || approvedHow === '')
    throw new UserError(messages.approvalToldHow, { status: 422, errors: { told_how: messages.approvalToldHow } });
  return approvedHow;
}

/** The posts of these ids, locked. Throws a UserError (404) if this person may not see one. */
export async function lockOwn({ user, tx }: Context, ids: readonly string[]): Promise<LockedApproval[]> {
  const found = await findApprovals(tx, { agencyId: user.agencyId, clientId: onlyOwn(user), ids });
  if (found.length !== ids.length) throw notFound();
  return lockPosts(tx, { agencyId: user.agencyId, ids });
}

/** One post, locked, by the rules of `lockOwn`. */
export async function lockOne(context: Context, id: string): Promise<LockedApproval> {
  const [post] = await lockOwn(context, [id]);
  if (post === undefined) throw notFound();
  return post;
}

/** Approves locked posts and records it for each of their clients. */
export async function approve(
  { user, tx, now, origin }: Context,
  posts: readonly LockedApproval[],
  approvedHow: string,
): Promise<Reply<Data<'approve-posts'>>> {
  const { agencyId } = user;
  const byAgencyPassword = user.role === 'client' && (await isByAgencyPassword(tx, { agencyId, id: user.sessionId }));
  const { approved, moved } = await approveLocked(tx, {
    agencyId,
    posts,
    userId: user.id,
    now,
    approvedHow,
    byAgencyPassword,
  });
  for (const [clientId, ofClient] of Map.groupBy(posts, ({ client_id: id }) => id)) {
    const details = {
      items: ofClient.length,
      ...(approvedHow === '' ? {} : { how: approvedHow }),
      ...(byAgencyPassword ? { agencyPassword: true } : {}),
    };
    await audit(tx, {
      user,
      origin,
      action: approvedHow === '' ? 'posts-approved' : 'posts-approved-for-client',
      subjectKind: 'client',
      subjectId: clientId,
      details,
    });
  }
  const [one, many] =
    moved.length > 0
      ? [messages.postApprovedLate, messages.postsApprovedLate]
      : [messages.postApproved, messages.postsApproved];
  return { message: posts.length === 1 ? one : many, data: await presentApproved(tx, { agencyId, approved, moved }) };
}

/** Sends a locked post back to the agency and records it. Throws a UserError if it has changed since it was shown. */
export async function sendBack(
  context: Context,
  { post, shown, comment }: { post: LockedApproval; shown: Shown; comment: string },
): Promise<void> {
  const { user, tx, now, origin } = context;
  await refuseStale(context, post, shown);
  await sendBackLocked(tx, { agencyId: user.agencyId, post, userId: user.id, now, words: comment });
  await audit(tx, { user, origin, action: 'post-sent-back', subjectKind: 'client', subjectId: post.client_id });
}
