import type { ApprovalComment, ApprovalPost, Approvals } from '#contract/planning/approvals.ts';
import type { Data } from '#contract/index.ts';
import { wordsAt } from '#rules/own-words.ts';
import { titleOf } from '#rules/titles.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { MovedOccurrence } from '../../publishing/index.ts';
import type { CommentRow, listTitles, PostAccount, PostRow, WaitingSchedule } from './list-queries.ts';

/** The data of a post's preview. `movesTo` holds, by post, the time to which approving moves it. */
export type PostParts = {
  comments: readonly CommentRow[];
  accounts: readonly PostAccount[];
  movesTo: ReadonlyMap<string, Date>;
  now: Date;
};

/** A post that needs approval, for the reply. */
export function presentPost(row: PostRow, { comments, accounts, movesTo, now }: PostParts): ApprovalPost {
  return {
    id: row.id,
    schedule_id: row.schedule_id,
    stream_id: row.stream_id,
    item_id: row.item_id,
    client_id: row.client_id,
    client: row.client,
    state: row.state,
    held: isHeld(row, now),
    title: nameOf(row),
    item_title: row.title,
    title_from_file: row.title_from_file,
    description: row.description,
    description_format: row.description_format,
    own_words: ownWordsOf(row, accounts),
    alt_text: row.alt_text,
    type: row.type,
    media: mediaOf(row),
    accounts: accounts
      .filter(({ occurrence_id: id }) => id === row.id)
      .map(({ account_id, network, username, by_hand }) => ({ account_id, type: network, username, by_hand })),
    due_at: row.due_at.toISOString(),
    scheduled: row.local_at,
    day: row.local_at.slice(0, 10),
    timezone: row.timezone,
    moves_to: movesTo.get(row.id)?.toISOString() ?? null,
    asked_at: row.asked_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    by_agency_password: row.by_agency_password,
    fingerprint: row.fingerprint,
    decision: row.decision,
    comments: comments.filter(({ occurrence_id: id }) => id === row.id).map(presentComment),
  };
}

/** The name of a post in lists: never that of its file. */
const nameOf = (row: PostRow): string =>
  titleOf(row.title_from_file ? { ...row, title: '' } : row) || (row.type === 'video' ? 'Video' : 'Picture');

/** The texts of a post for those networks that have a text of their own. */
function ownWordsOf(row: PostRow, accounts: readonly PostAccount[]): ApprovalPost['own_words'] {
  const networks = new Set(accounts.filter(({ occurrence_id: id }) => id === row.id).map(({ network }) => network));
  return [...networks].flatMap((type) => {
    const own = row.own_words[type];
    return own === undefined ? [] : [{ type, ...wordsAt(type, row, own) }];
  });
}

/** Whether a post's time has passed without approval. */
export const isHeld = (
  { state, is_kept_back: isKeptBack, due_at: dueAt }: Pick<PostRow, 'state' | 'is_kept_back' | 'due_at'>,
  now: Date,
): boolean => state !== 'approved' && isKeptBack && dueAt <= now;

/** A comment for the reply. */
export const presentComment = ({ id, name, is_client, at, words }: CommentRow): ApprovalComment => ({
  id,
  name,
  is_client,
  at: at.toISOString(),
  text: words,
});

function mediaOf({
  file_name: name,
  content_type: contentType,
  thumbnail_name: thumbnail,
  width,
  height,
}: PostRow): ApprovalPost['media'] {
  const url = fileAddress(name);
  if (url === null || contentType === null) return null;
  return {
    url,
    thumbnail: fileAddress(thumbnail),
    kind: contentType.startsWith('video/') ? 'video' : 'image',
    width,
    height,
  };
}

/** The waiting posts of a schedule for the reply. */
export const presentWaiting = ({
  first_at: firstAt,
  last_at: lastAt,
  ...row
}: WaitingSchedule): Approvals['schedules'][number] => ({
  ...row,
  first_at: firstAt.toISOString(),
  last_at: lastAt.toISOString(),
});

/** The posts that approving has moved to other times, with their titles. */
export function presentMoved(
  moved: readonly MovedOccurrence[],
  titles: Awaited<ReturnType<typeof listTitles>>,
): Data<'approve-posts'>['moved'] {
  const byId = new Map(titles.map((row) => [row.id, row]));
  return moved.flatMap(({ occurrenceId, dueAt, localAt }) => {
    const row = byId.get(occurrenceId);
    return row === undefined
      ? []
      : [{ id: row.id, title: titleOf(row), to: dueAt.toISOString(), scheduled: localAt, timezone: row.timezone }];
  });
}
