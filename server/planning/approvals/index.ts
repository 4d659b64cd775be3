export { approvalCalls } from './calls.ts';
export { type HeldRow, listHeld, listToApprove, type ToApproveRow } from './held-queries.ts';
export { type ApprovalOfItem, listApprovalsOf } from './list-queries.ts';
