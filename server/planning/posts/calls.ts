import { UserError, type Handlers } from '../../base/handlers.ts';

const later = async () => {
  throw new UserError('This call is not served yet.', { status: 503 });
};

/** The handlers of the calls in contract/planning/posts.ts. */
export const postCalls = {
  'save-post': later,
  'schedule-post': later,
  'check-post': later,
  'fetch-post': later,
  'duplicate-post': later,
  'unplan-post': later,
  'restore-draft': later,
  'fetch-file-titles': later,
  'settle-file-titles': later,
} satisfies Partial<Handlers>;
