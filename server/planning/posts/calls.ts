import { outside, type Handlers } from '../../base/handlers.ts';
import { fetchClientWeeks } from './client-weeks.ts';
import { checkPost } from './check.ts';
import { restoreDraft } from './discard.ts';
import { fetchPost } from './fetch.ts';
import { planPosts } from './plan-several.ts';
import { savePost } from './save.ts';
import { schedulePost } from './schedule.ts';
import { duplicatePost, unplanPost } from './unplan.ts';

/** The handlers of the calls in contract/planning/posts.ts. */
export const postCalls = {
  'save-post': outside(savePost),
  'schedule-post': schedulePost,
  'plan-posts': outside(planPosts),
  'fetch-client-weeks': fetchClientWeeks,
  'check-post': checkPost,
  'fetch-post': fetchPost,
  'duplicate-post': duplicatePost,
  'unplan-post': unplanPost,
  'restore-draft': restoreDraft,
} satisfies Partial<Handlers>;
