import { call, CallError } from '../api/call.ts';
import { notify } from '../parts/notices/notify.ts';

/** Turns a planned post back into a draft and opens it; says so if it is too late. */
export async function showUnplanned(occurrenceId: string, onOpenDraft: (draftId: string) => void): Promise<void> {
  try {
    const { data } = await call('unplan-post', { occurrence_id: occurrenceId });
    notify.success('Back in drafts.');
    onOpenDraft(data.draft_id);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.danger(error.message);
  }
}
