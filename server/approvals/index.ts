/** The public face of approvals. */
export { askAboutItem } from './change-queries.ts';
export { type HeldRow, listHeld } from './held-queries.ts';
export { type ApprovalOfItem, listApprovalsOf } from './list-queries.ts';
export { setApproval } from './setting-queries.ts';
