/** Turns planned posts back into drafts, and copies drafts and posts. */
import type { Input } from '#contract/index.ts';
import type { SavedDraft } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { listUsedByItem, replaceUses } from '../../base/files/index.ts';
import { insertPost } from '../../content/streams/index.ts';
import { takeOutPost } from '../../publishing/index.ts';
import { deleteScheduleRow, zoneOfClient } from '../schedules/index.ts';
import { listAccountsOf } from './account-queries.ts';
import { mustKnow } from './fetch.ts';
import { findPlannedPost, type PlannedPost } from './item-queries.ts';
import { insertDraft, lockDraft, lockDraftOfStream, type DraftRow } from './queries.ts';
import { presentSaved } from './state.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** Answers `unplan-post`. The content of the draft is the one of its item, as a planned post shows it. */
export async function unplanPost(
  { occurrence_id: id }: Input<'unplan-post'>,
  { user, tx, now }: Context,
): Promise<Reply<SavedDraft>> {
  const { agencyId } = user;
  // Locks the schedule and all deliveries, so that none passes the fence meanwhile.
  const taken = await takeOutPost(tx, { agencyId, occurrenceId: id, now });
  if (taken === 'not-found') throw notFound();
  const post = await findPlannedPost(tx, { agencyId, id });
  if (post === undefined) throw notFound();
  const there = await lockDraftOfStream(tx, { agencyId, streamId: post.stream_id });
  if (there !== undefined) return { message: messages.postUnplanned, data: presentSaved(there) };
  if (post.kind !== 'post') throw new UserError(messages.postOfStream);
  if (post.is_deleted || post.edit_id === null) throw notFound();
  if (taken !== 'taken') throw new UserError(messages.postUnderWay);
  const accounts = await listAccountsOf(tx, { agencyId, scheduleId: post.schedule_id });
  await deleteScheduleRow(tx, { agencyId, id: post.schedule_id, now });
  const draftId = await insertDraft(tx, {
    agencyId,
    clientId: post.client_id,
    itemId: post.edit_id,
    title: post.title,
    words: post.description,
    url: '',
    accountIds: accounts.map((account) => account.id),
    localAt: post.local_at,
    timezone: post.timezone,
    dueAt: post.due_at,
    createdBy: user.id,
    now,
  });
  return { message: messages.postUnplanned, data: presentSaved(await mustLock(tx, { agencyId, id: draftId })) };
}

async function mustLock(tx: Context['tx'], key: { agencyId: string; id: string }): Promise<DraftRow> {
  const row = await lockDraft(tx, key);
  if (row === undefined) throw new Error('a draft that was kept is not there');
  return row;
}

/** What a copy takes over. */
type Original = Omit<DraftRow | PlannedPost, 'kind'> & { itemId: string; accountIds: readonly string[]; link: string };

/** Answers `duplicate-post`. */
export async function duplicatePost(
  input: Input<'duplicate-post'>,
  { user, tx, now }: Context,
): Promise<Reply<SavedDraft>> {
  const { agencyId } = user;
  await mustKnow(tx, { agencyId, id: input.occurrence_id });
  const from = await originalOf(tx, { agencyId, ...input });
  const content = { ...from, title: from.title, title_from_file: from.title_from_file };
  const made = await insertPost(tx, {
    agencyId,
    clientId: from.client_id,
    createdBy: user.id,
    saveKey: null,
    content,
    now,
  });
  if (made === undefined) throw new Error('a post without a key was refused');
  const { itemId } = made;
  const fileIds = await listUsedByItem(tx, { agencyId, itemId: from.itemId });
  await replaceUses(tx, { agencyId, user: { itemId }, fileIds });
  const id = await insertDraft(tx, {
    agencyId,
    clientId: from.client_id,
    itemId,
    title: from.title,
    words: from.description,
    url: from.link,
    accountIds: from.accountIds,
    localAt: null,
    timezone: await zoneOfClient(tx, { agencyId, clientId: from.client_id }),
    dueAt: null,
    createdBy: user.id,
    now,
  });
  return { message: messages.postDuplicated, data: presentSaved(await mustLock(tx, { agencyId, id })) };
}

async function originalOf(
  tx: Context['tx'],
  { agencyId, draft_id: draftId, occurrence_id: id }: { agencyId: string } & Input<'duplicate-post'>,
): Promise<Original> {
  if (draftId !== undefined) {
    const draft = await lockDraft(tx, { agencyId, id: draftId });
    if (draft === undefined) throw notFound();
    return { ...draft, itemId: draft.item_id, accountIds: draft.account_ids, link: draft.url };
  }
  const post = id === undefined ? undefined : await findPlannedPost(tx, { agencyId, id });
  if (post === undefined) throw notFound();
  const accounts = await listAccountsOf(tx, { agencyId, scheduleId: post.schedule_id });
  return { ...post, itemId: post.edit_id ?? post.item_id, accountIds: accounts.map((account) => account.id), link: '' };
}
