/** Whether a client approves its posts: the owner's setting, and its effect on planned posts. */
import { messages } from '#contract/messages.ts';
import type { ApprovalEnding, ApprovalMode } from '#rules/approvals.ts';
import { may } from '#rules/permissions.ts';
import { audit } from '../../base/audit/index.ts';
import { updateApproval } from '../users/index.ts';
import { UserError, type Context } from '../../base/handlers.ts';
import { beginApproval, endApproval } from '../../publishing/index.ts';

/**
 * The approval fields of a client's form. Without `mode` the setting stays; `ending` decides about waiting posts when
 * approval ends.
 */
export type Wish = {
  clientId: string;
  mode: ApprovalMode | undefined;
  covers: boolean;
  ending: ApprovalEnding | undefined;
};

/** The client's current approval setting, and the number of waiting posts. */
export type Standing = { approval: ApprovalMode; waiting: number };

/**
 * Applies the setting if it differs. Throws a UserError for anyone but the owner, and if the choice for waiting posts
 * is missing.
 */
export async function setApproval(
  { user, tx, now, origin }: Context,
  { clientId, mode, covers, ending }: Wish,
  before: Standing,
): Promise<void> {
  if (mode === undefined || mode === before.approval) return;
  if (user.impersonated) throw new UserError(messages.confirmByOperator, { status: 403 });
  if (!may(user, 'askForApproval')) throw new UserError(messages.approvalSettingOwner, { status: 403 });
  if (mode === 'none' && before.waiting > 0 && ending === undefined) {
    throw new UserError(messages.approvalChooseEnding, {
      status: 422,
      errors: { approval_waiting: messages.approvalChooseEnding },
    });
  }
  const key = { agencyId: user.agencyId, clientId, now };
  // The client's row first: this waits for a concurrent save that schedules posts for the client.
  await updateApproval(tx, { agencyId: user.agencyId, id: clientId, approval: mode });
  const items =
    mode === 'client'
      ? await beginApproval(tx, { ...key, covers, userId: user.id })
      : await endApproval(tx, {
          ...key,
          ending: ending ?? 'keep',
          userId: user.id,
          approvedHow: 'approval was turned off',
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
