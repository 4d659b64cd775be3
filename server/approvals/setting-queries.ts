/**
 * Whether a client approves what is published for it: the owner's wish, and what it makes of what is planned already.
 */
import { messages } from '#contract/messages.ts';
import type { ApprovalEnding, ApprovalMode } from '#rules/approvals.ts';
import { may } from '#rules/permissions.ts';
import { audit } from '../audit/index.ts';
import { updateApproval } from '../users/index.ts';
import { UserError, type Context } from '../app/handlers.ts';
import { beginApproval, endApproval } from './change-queries.ts';

/** What the form of a client says of approval: `mode` undefined leaves it, `ending` is for what waits when it ends. */
export type Wish = {
  clientId: string;
  mode: ApprovalMode | undefined;
  covers: boolean;
  ending: ApprovalEnding | undefined;
};

/** How the client stands before: what it approves, and how many posts wait for that. */
export type Standing = { approval: ApprovalMode; waiting: number };

/**
 * Carries the wish out where it is another than what holds. Refuses it from anybody but the owner, and an ending that
 * is not chosen.
 */
export async function setApproval(
  { user, tx, now, origin }: Context,
  { clientId, mode, covers, ending }: Wish,
  before: Standing,
): Promise<void> {
  if (mode === undefined || mode === before.approval) return;
  if (user.impersonated) throw new UserError(messages.approvalByOperator, { status: 403 });
  if (!may(user, 'askForApproval')) throw new UserError(messages.approvalSettingOwner, { status: 403 });
  if (mode === 'none' && before.waiting > 0 && ending === undefined) {
    throw new UserError(messages.approvalChooseEnding, {
      status: 422,
      errors: { approval_waiting: messages.approvalChooseEnding },
    });
  }
  const key = { agencyId: user.agencyId, clientId, now };
  // The client's row first: who is just scheduling for it holds that, and is waited for.
  await updateApproval(tx, { agencyId: user.agencyId, id: clientId, approval: mode });
  const items =
    mode === 'client'
      ? await beginApproval(tx, { ...key, covers, userId: user.id })
      : await endApproval(tx, {
          ...key,
          ending: ending ?? 'keep',
          userId: user.id,
          approvedHow: 'approval is no longer asked for',
        });
  await audit(tx, {
    user,
    origin,
    action: mode === 'client' ? 'approval-begun' : 'approval-ended',
    subjectKind: 'client',
    subjectId: clientId,
    details: { items },
  });
}
