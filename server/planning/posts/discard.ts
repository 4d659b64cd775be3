/** Discards drafts, and brings them back. */
import type { Input } from '#contract/index.ts';
import type { SavedDraft } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { isInvisible } from '#rules/visible.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { erasePost } from '../../content/streams/index.ts';
import {
  deleteDraftRow,
  listDiscardedBefore,
  lockDiscarded,
  lockDraft,
  setDiscarded,
  type DraftRow,
} from './queries.ts';
import { presentSaved } from './state.ts';

const isEmpty = ({ description, file_id: fileId, own_words: own }: DraftRow): boolean =>
  fileId === null && isInvisible(description) && Object.keys(own).length === 0;

/** How long a discarded draft can be restored, ms. */
const keptMs = 30 * 24 * 3_600_000;

const sinceWhen = (now: Date): Date => new Date(now.getTime() - keptMs);

/**
 * Discards a draft; one without words and file is deleted for good, and so are some that were discarded long ago.
 * Answers whether there was one.
 */
export async function discardDraft(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<boolean> {
  const draft = await lockDraft(tx, { agencyId, id });
  if (draft === undefined) return false;
  if (isEmpty(draft)) await erasePost(tx, { agencyId, itemId: draft.item_id });
  else await setDiscarded(tx, { agencyId, id, at: now });
  for (const old of await listDiscardedBefore(tx, { agencyId, before: sinceWhen(now) })) {
    // One that was planned before keeps its item, for the record of what was posted.
    await deleteDraftRow(tx, { agencyId, id: old.id });
    await erasePost(tx, { agencyId, itemId: old.item_id });
  }
  return true;
}

/** Answers `restore-draft`. */
export async function restoreDraft(
  { id }: Input<'restore-draft'>,
  { user: { agencyId }, tx, now }: Context,
): Promise<Reply<SavedDraft>> {
  const key = { agencyId, id };
  const draft = (await lockDiscarded(tx, { ...key, since: sinceWhen(now) })) ?? (await lockDraft(tx, key));
  if (draft === undefined) throw new UserError(messages.notFound, { status: 404 });
  await setDiscarded(tx, { ...key, at: null });
  return { message: messages.draftRestored, data: presentSaved(draft) };
}
