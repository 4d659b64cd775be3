/** Decisions about several posts at once, by the rules of the call for one post. */
import { bulkWords } from '#contract/base/bulk.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type Context, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { eachRow } from '../../base/lists/each-row.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import { approve, lockOne, sendBack, wordOf } from './caller.ts';
import { refuseStale, type Shown } from './stale.ts';
import { findApprovals, type LockedApproval } from '../../publishing/index.ts';

/** Answers `approve-chosen-posts`. */
export async function approveChosen(
  { posts, told_how: approvedHow }: Input<'approve-chosen-posts'>,
  context: OutsideContext,
): Promise<Reply<Data<'approve-chosen-posts'>>> {
  const word = wordOf(context.user, approvedHow);
  const moved: Data<'approve-chosen-posts'>['moved'] = [];
  const outcome = await eachWaiting(posts, context, async (own, post, shown) => {
    await refuseStale(own, post, shown);
    const { data } = await approve(own, [post], word);
    return () => {
      for (const each of data.moved) moved.push(each);
    };
  });
  return { message: bulkWords('Approved', outcome, 'post'), data: { ...outcome, moved } };
}

/** Answers `send-back-chosen-posts`. */
export async function sendBackChosen(
  { posts, comment }: Input<'send-back-chosen-posts'>,
  context: OutsideContext,
): Promise<Reply<Data<'send-back-chosen-posts'>>> {
  const outcome = await eachWaiting(posts, context, async (own, post, shown) => {
    await sendBack(own, { post, shown, comment });
  });
  return { message: bulkWords('Sent back', outcome, 'post'), data: outcome };
}

type Decide = (own: Context, post: LockedApproval, shown: Shown) => Promise<(() => void) | void>;

/**
 * Decides about each post that still waits; posts decided meanwhile stay as they are. The function that `decide`
 * returns runs once the decision is committed.
 */
async function eachWaiting(posts: readonly Shown[], context: OutsideContext, decide: Decide) {
  const { user, transaction } = context;
  const shown = new Map(posts.map((post) => [post.id, post]));
  const key = { agencyId: user.agencyId, clientId: onlyOwn(user) };
  return eachRow({
    ids: [...shown.keys()],
    countThere: async (ids) => (await transaction((tx) => findApprovals(tx, { ...key, ids }))).length,
    work: async (id) => {
      const kept = await transaction(async (tx) => {
        const own = { ...context, tx };
        const post = await lockOne(own, id);
        if (post.state !== 'waiting') throw new UserError(messages.approvalOver);
        return decide(own, post, shown.get(id) ?? { id, fingerprint: '', decision: -1 });
      });
      kept?.();
    },
  });
}
