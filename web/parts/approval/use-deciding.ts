import { useRef, useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../api/action.ts';

/** What was approved, so that it can be undone at once. */
export type Approved = { posts: readonly Pick<ApprovalPost, 'id' | 'title'>[]; moved: Data<'approve-posts'>['moved'] };

/** The decisions about posts. After a refusal the posts are read again, so that the person sees their current state. */
export function useDeciding(onApproved?: (approved: Approved) => void) {
  /** The version of a post at the time a decision about it was refused. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef<readonly ApprovalPost[]>([]);
  const approving = useAction('approve-posts', {
    quiet: onApproved !== undefined,
    onDone: ({ moved }) => onApproved?.({ posts: asked.current, moved }),
  });
  const sending = useAction('send-back-post');
  const withdrawing = useAction('withdraw-approval');
  const asking = useAction('ask-approval');

  const settle = (posts: readonly ApprovalPost[], done: boolean): boolean => {
    if (done) return true;
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(posts.map(({ id, fingerprint }) => [id, fingerprint])),
    }));
    return false;
  };
  return {
    busy: approving.busy || sending.busy || withdrawing.busy || asking.busy,
    failure: approving.failure || sending.failure || withdrawing.failure || asking.failure,
    errors: { ...sending.errors, ...asking.errors },
    /** Whether a post has changed since a decision about it was refused. */
    hasChanged: ({ id, fingerprint }: ApprovalPost): boolean =>
      refused[id] !== undefined && refused[id] !== fingerprint,
    approve: async (posts: readonly ApprovalPost[], approvedHow?: string): Promise<boolean> => {
      asked.current = posts;
      const input = {
        posts: posts.map(({ id, fingerprint }) => ({ id, fingerprint })),
        ...(approvedHow === undefined ? {} : { told_how: approvedHow }),
      };
      return settle(posts, await approving.run(input));
    },
    sendBack: async (post: ApprovalPost, comment: string) =>
      settle([post], await sending.run({ id: post.id, fingerprint: post.fingerprint, comment })),
    withdraw: async (post: Pick<ApprovalPost, 'id'>) => await withdrawing.run({ id: post.id }),
    askAgain: async (post: ApprovalPost, comment: string) => settle([post], await asking.run({ id: post.id, comment })),
  };
}
export type Deciding = ReturnType<typeof useDeciding>;
