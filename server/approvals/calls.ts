import { messages } from '#contract/messages.ts';
import { UserError, type Handlers } from '../handlers.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Handlers around the client's approval. Source: decisions/, "Approval". */
export const approvalCalls: Pick<
  Handlers,
  'fetch-approvals' | 'fetch-approval' | 'approve-posts' | 'approve-schedule' | 'send-back-post' | 'withdraw-approval' | 'comment-post' | 'ask-approval'
> = {
  'fetch-approvals': () => Promise.resolve({ message: '', data: { items: [], next: null, total: 0, counts: { waiting: 0, sent_back: 0, approved: 0, held: 0 }, schedules: [] } }),
  'fetch-approval': () => Promise.reject(notFound()),
  'approve-posts': () => Promise.reject(notFound()),
  'approve-schedule': () => Promise.reject(notFound()),
  'send-back-post': () => Promise.reject(notFound()),
  'withdraw-approval': () => Promise.reject(notFound()),
  'comment-post': () => Promise.reject(notFound()),
  'ask-approval': () => Promise.reject(notFound()),
};
