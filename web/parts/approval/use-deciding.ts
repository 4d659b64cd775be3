import { useRef, useState } from 'react';
import type { ApprovalPost } from '#contract/planning/approvals.ts';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../api/action.ts';

/** What was approved, so that it can be undone at once. */
export type Approved = { posts: readonly Pick<ApprovalPost, 'id' | 'title'>[]; moved: Data<'approve-posts'>['moved'] };

type Version = Pick<ApprovalPost, 'fingerprint' | 'decision'>;

/** A post as it is shown, for a decision about it. */
export const shownOf = ({ id, fingerprint, decision }: ApprovalPost) => ({ id, fingerprint, decision });

/** The decisions about posts. After a refusal the posts are read again, so that the person sees their current state. */
export function useDeciding(onApproved?: (approved: Approved) => void) {
  /** The version of a post at the time a decision about it was refused. */
  const [refused, setRefused] = useState<Readonly<Record<string, Version>>>({});
  /** The number of a post's decision when this person decided: a card that still shows it is out of date. */
  const [decided, setDecided] = useState<Readonly<Record<string, number>>>({});
  const asked = useRef<readonly ApprovalPost[]>([]);
  const approving = useAction('approve-posts', {
    quiet: onApproved !== undefined,
    onDone: ({ moved }) => onApproved?.({ posts: asked.current, moved }),
  });
  const sending = useAction('send-back-post');
  const withdrawing = useAction('withdraw-approval');
  const asking = useAction('ask-approval');

  const settle = (posts: readonly ApprovalPost[], done: boolean): boolean => {
    if (done) {
      setDecided((before) => ({ ...before, ...Object.fromEntries(posts.map(({ id, decision }) => [id, decision])) }));
      return true;
    }
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(posts.map(({ id, fingerprint, decision }) => [id, { fingerprint, decision }])),
    }));
    return false;
  };
  return {
    busy: approving.busy || sending.busy || withdrawing.busy || asking.busy,
    failure: approving.failure || sending.failure || withdrawing.failure || asking.failure,
    errors: { ...sending.errors, ...asking.errors },
    /** Whether this person has just decided about a post that is shown as it was before. */
    isOutOfDate: ({ id, decision }: ApprovalPost): boolean => decided[id] === decision,
    /** Whether a post was decided about, or has changed, since a decision about it was refused. */
    sinceRefused: ({ id, fingerprint, decision }: ApprovalPost): 'decided' | 'changed' | null => {
      const before = refused[id];
      if (before === undefined) return null;
      return before.decision !== decision ? 'decided' : before.fingerprint !== fingerprint ? 'changed' : null;
    },
    approve: async (posts: readonly ApprovalPost[], approvedHow?: string): Promise<boolean> => {
      asked.current = posts;
      const input = {
        posts: posts.map(shownOf),
        ...(approvedHow === undefined ? {} : { told_how: approvedHow }),
      };
      return settle(posts, await approving.run(input));
    },
    sendBack: async (post: ApprovalPost, comment: string) =>
      settle([post], await sending.run({ ...shownOf(post), comment })),
    withdraw: async (post: Pick<ApprovalPost, 'id'>) => await withdrawing.run({ id: post.id }),
    askAgain: async (post: ApprovalPost, comment: string) =>
      settle([post], await asking.run({ id: post.id, decision: post.decision, comment })),
  };
}
export type Deciding = ReturnType<typeof useDeciding>;
