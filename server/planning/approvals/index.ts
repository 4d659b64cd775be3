/** The public face of approvals. */
export { askAboutItem } from '../../publishing/person/approval-changes.ts';
export { type HeldRow, listHeld } from './held-queries.ts';
export { type ApprovalOfItem, listApprovalsOf } from './list-queries.ts';
export { setApproval } from '../../people/clients/set-approval.ts';
