/** Saves drafts of single posts. */
import type { Input } from '#contract/index.ts';
import type { SavedDraft } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { localToInstant } from '#rules/planning.ts';
import { UserError, type OutsideContext, type Reply, type SignedIn } from '../../base/handlers.ts';
import { versionOf } from '../../base/lib/versions.ts';
import { replaceUses, takeQuota } from '../../base/files/index.ts';
import { findAccountHolder } from '../../people/users/index.ts';
import {
  bytesOfItem,
  insertPost,
  settleWords,
  takeFoundPictures,
  updatePost,
  type PostContent,
} from '../../content/streams/index.ts';
import { zoneOfClient } from '../schedules/index.ts';
import { cleaned, contentOf } from './content.ts';
import {
  countAccounts,
  countDrafts,
  findPlanned,
  insertDraft,
  lockDraft,
  lockDraftOfKey,
  updateDraft,
  type DraftRow,
} from './queries.ts';
import { conflict, presentSaved, stateOf, versionOfDraft, type DraftState } from './state.ts';

/** The most drafts of a client. */
const mostDrafts = 1000;
/** The bytes of a draft's texts that need no look at the agency's quota, which would make autosaves wait. */
const freeBytes = 64_000;

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** What saving a draft needs of a call's context. */
export type Saving = { user: SignedIn; now: Date; quotaBytes: number };

/** Answers `save-post`. */
export async function savePost(input: Input<'save-post'>, context: OutsideContext): Promise<Reply<SavedDraft>> {
  const { user, now, services } = context;
  const taken = input.format === 'formatted' ? await takeFoundPictures(input, context) : input;
  const row = await context.transaction((tx) =>
    saveDraft(tx, taken, { user, now, quotaBytes: services.config.uploadQuotaBytes }),
  );
  return { message: messages.postSaved, data: presentSaved(row) };
}

/** Stores a draft as a whole, or throws a UserError as `save-post` says. */
export async function saveDraft(tx: Tx, input: Input<'save-post'>, saving: Saving): Promise<DraftRow> {
  const { agencyId } = saving.user;
  const { save_key: saveKey = null, draft_id: draftId = null, version, ...sent } = input;
  const given: DraftState = cleaned({ ...sent, account_ids: [...new Set(sent.account_ids)] });
  const stored = await lockNamed(tx, { agencyId, draftId, saveKey });
  if (stored === undefined) {
    await refusePlanned(tx, { agencyId, draftId, saveKey });
    if (draftId !== null) throw notFound();
  } else if (versionOf(stateOf(stored)) === versionOf(given)) return stored;
  else if (version !== versionOfDraft(stored)) throw conflict(stored, given);

  await checkParts(tx, { agencyId, clientId: given.client_id, accountIds: given.account_ids });
  const kept = stored ? await change(tx, stored, given, saving) : await insert(tx, { given, saveKey }, saving);
  return kept ?? saveDraft(tx, input, saving);
}

/** The draft that an id or a key names, locked. */
export const lockNamed = (
  tx: Tx,
  { agencyId, draftId, saveKey }: { agencyId: string; draftId: string | null; saveKey: string | null },
): Promise<DraftRow | undefined> => {
  if (draftId !== null) return lockDraft(tx, { agencyId, id: draftId });
  return saveKey === null ? Promise.resolve(undefined) : lockDraftOfKey(tx, { agencyId, saveKey });
};

async function refusePlanned(tx: Tx, which: Parameters<typeof lockNamed>[1]): Promise<void> {
  const planned = await findPlanned(tx, which);
  if (planned === undefined) return;
  throw new UserError(messages.postAlreadyPlanned, {
    errors: { planned: messages.postAlreadyPlanned },
    data: { occurrence_id: planned.occurrence_id },
  });
}

/** The client must be the agency's, and the accounts the client's, connected or not. */
async function checkParts(
  tx: Tx,
  { agencyId, clientId, accountIds }: { agencyId: string; clientId: string; accountIds: readonly string[] },
): Promise<void> {
  if ((await findAccountHolder(tx, { agencyId, id: clientId })) === undefined) throw notFound();
  if (accountIds.length === 0) return;
  if ((await countAccounts(tx, { agencyId, clientId, ids: accountIds })) !== accountIds.length) throw notFound();
}

/** The time of a draft as it is stored; one without a time has the zone in which its client is planned. */
async function timeOf(tx: Tx, { when, client_id: clientId }: DraftState, agencyId: string) {
  if (when === null) return { localAt: null, dueAt: null, timezone: await zoneOfClient(tx, { agencyId, clientId }) };
  const localAt = `${when.date} ${when.time}`;
  return { localAt, dueAt: localToInstant(localAt, when.timezone), timezone: when.timezone };
}

type Given = { given: DraftState; saveKey: string | null };

/** Adds a draft; undefined if another save with its key was faster. */
async function insert(tx: Tx, { given, saveKey }: Given, { user, now, quotaBytes }: Saving) {
  const { agencyId, id: createdBy } = user;
  const clientId = given.client_id;
  if ((await countDrafts(tx, { agencyId, clientId })) >= mostDrafts)
    throw new UserError(messages.draftsFull, { status: 422 });
  const content = await contentOf(tx, { ...given, agencyId });
  await takeSpace(tx, { agencyId, quotaBytes, content, before: 0 });
  const made = await insertPost(tx, { agencyId, clientId, createdBy, saveKey, content, now });
  if (made === undefined) return undefined;
  const { itemId } = made;
  const words = content.description_format === 'formatted' ? await settle(tx, { agencyId, itemId, content }) : content;
  if (words !== content) await updatePost(tx, { agencyId, itemId, clientId, content: words });
  const id = await insertDraft(tx, {
    ...(await timeOf(tx, given, agencyId)),
    agencyId,
    clientId,
    itemId,
    accountIds: given.account_ids,
    url: given.url,
    title: words.title,
    words: words.description,
    createdBy,
    now,
  });
  return lockDraft(tx, { agencyId, id });
}

async function change(tx: Tx, stored: DraftRow, given: DraftState, { user: { agencyId }, now, quotaBytes }: Saving) {
  const { id, item_id: itemId } = stored;
  const clientId = given.client_id;
  if (clientId !== stored.client_id && (await countDrafts(tx, { agencyId, clientId })) >= mostDrafts)
    throw new UserError(messages.draftsFull, { status: 422 });
  const bare = await contentOf(tx, { ...given, agencyId });
  const content = await settle(tx, { agencyId, itemId, content: bare });
  await takeSpace(tx, { agencyId, quotaBytes, content, before: bytesOfItem(stored) });
  await updatePost(tx, { agencyId, itemId, clientId, content });
  await updateDraft(tx, {
    ...(await timeOf(tx, given, agencyId)),
    agencyId,
    id,
    clientId,
    accountIds: given.account_ids,
    url: given.url,
    title: content.title,
    words: content.description,
    now,
  });
  return lockDraft(tx, { agencyId, id });
}

/** Points the pictures of an article to the library, and records that it uses them. */
async function settle(
  tx: Tx,
  { agencyId, itemId, content }: { agencyId: string; itemId: string; content: PostContent },
): Promise<PostContent> {
  const { words, fileIds } =
    content.description_format === 'formatted'
      ? await settleWords(tx, { agencyId, itemId, words: content })
      : { words: content, fileIds: [] };
  await replaceUses(tx, { agencyId, user: { itemId }, fileIds });
  return words;
}

type Space = { agencyId: string; quotaBytes: number; content: PostContent; before: number };

async function takeSpace(tx: Tx, { agencyId, quotaBytes, content, before }: Space): Promise<void> {
  const moreBytes = bytesOfItem(content) - Math.max(before, freeBytes);
  await takeQuota(tx, { agencyId, quotaBytes, moreBytes });
}
