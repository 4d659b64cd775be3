/** Shows a draft or a planned post. */
import type { Data, Input } from '#contract/index.ts';
import type { Post } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { moveRefusalOf } from '#rules/delivery-states.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { findFile } from '../../base/files/index.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { versionOf } from '../../base/lib/versions.ts';
import { itemWords } from '../../content/streams/index.ts';
import { listApprovalsOf } from '../approvals/index.ts';
import { findOccurrence, listDeliveries, presentItem, zoneOfClient, type DeliveryListRow } from '../schedules/index.ts';
import { findClientOfPost, listAccountsOf } from './account-queries.ts';
import { findPlannedPost, listFigures, type FiguresRow, type PlannedPost } from './item-queries.ts';
import { findPlanned, lockDraft, type DraftRow } from './queries.ts';
import { versionOfDraft, whenOf } from './state.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

type Content = Pick<
  DraftRow | PlannedPost,
  | 'title'
  | 'title_from_file'
  | 'description'
  | 'description_format'
  | 'own_words'
  | 'alt_text'
  | 'file_id'
  | 'type'
  | 'client_id'
>;

/** Answers `fetch-post`. */
export async function fetchPost(input: Input<'fetch-post'>, context: Context): Promise<Reply<Data<'fetch-post'>>> {
  const { user, tx } = context;
  const { agencyId } = user;
  await mustKnow(tx, { agencyId, id: input.occurrence_id });
  if (input.draft_id !== undefined) {
    const draft = await lockDraft(tx, { agencyId, id: input.draft_id });
    if (draft !== undefined) return { message: '', data: await presentDraft(context, draft) };
  }
  const id = input.draft_id === undefined ? input.occurrence_id : await becameOf(context, input.draft_id);
  const post = id === undefined ? undefined : await findPlannedPost(tx, { agencyId, id });
  if (id === undefined || post === undefined) throw notFound();
  return { message: '', data: await presentPlanned(context, { id, post }) };
}

/** Throws a 404 for a planned post that the agency does not have. */
export async function mustKnow(tx: Tx, { agencyId, id }: { agencyId: string; id: string | undefined }): Promise<void> {
  if (id !== undefined && (await findPlannedPost(tx, { agencyId, id })) === undefined) throw notFound();
}

const becameOf = async ({ user: { agencyId }, tx }: Context, draftId: string): Promise<string | undefined> =>
  (await findPlanned(tx, { agencyId, draftId, saveKey: null }))?.occurrence_id;

async function presentContent({ user: { agencyId }, tx }: Context, content: Content) {
  const client = await findClientOfPost(tx, { agencyId, id: content.client_id });
  if (client === undefined) throw notFound();
  const file = content.file_id === null ? undefined : await findFile(tx, { agencyId, id: content.file_id });
  return {
    client: { ...client, timezone: await zoneOfClient(tx, { agencyId, clientId: client.id }) },
    type: content.type,
    title: content.title_from_file ? '' : content.title,
    words: content.description,
    format: content.description_format,
    own_words: itemWords(content).own_words,
    alt_text: content.alt_text,
    file:
      file === undefined
        ? null
        : {
            id: file.id,
            kind: file.kind === 'video' ? ('video' as const) : ('image' as const),
            name: file.title,
            url: fileAddress(file.name),
            thumbnail: fileAddress(file.thumbnail_name),
            width: file.width,
            height: file.height,
            duration_ms: file.duration_ms,
            size_bytes: Number(file.size_bytes),
          },
  };
}

async function presentDraft(context: Context, draft: DraftRow): Promise<Post> {
  const when = whenOf(draft);
  return {
    ...(await presentContent(context, draft)),
    state: 'draft',
    draft_id: draft.id,
    occurrence_id: null,
    schedule_id: null,
    item_id: draft.item_id,
    item_version: versionOf(itemWords(draft)),
    version: versionOfDraft(draft),
    saved_at: draft.saved_at.toISOString(),
    accounts: draft.accounts.map(({ id, type, name, connected }) => ({ id, type, username: name, connected })),
    url: draft.url,
    when:
      when === null || draft.due_at === null
        ? null
        : { ...when, due_at: draft.due_at.toISOString(), expired: draft.due_at <= context.now },
    approval: null,
    deliveries: [],
    stream: null,
    planned_posts: 0,
    can_unplan: false,
  };
}

const states = { scheduled: 'planned', posted: 'published', failed: 'failed', cancelled: 'cancelled' } as const;

async function presentPlanned(context: Context, { id, post }: { id: string; post: PlannedPost }): Promise<Post> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  const row = await findOccurrence(tx, { agencyId, id });
  if (row === undefined) throw notFound();
  const deliveries = await listDeliveries(tx, { agencyId, occurrenceIds: [id] });
  const approval = (await listApprovalsOf(tx, { agencyId, ids: [id] })).get(id);
  const item = presentItem(row, { deliveries, approval, now });
  const figures = new Map(
    (await listFigures(tx, { agencyId, occurrenceId: id })).map((each) => [each.delivery_id, presentFigures(each)]),
  );
  return {
    ...(await presentContent(context, post)),
    state: states[post.state],
    draft_id: null,
    occurrence_id: id,
    schedule_id: post.schedule_id,
    item_id: post.edit_id,
    item_version: post.edit_id === null ? null : versionOf(itemWords(post)),
    version: null,
    saved_at: null,
    accounts: await listAccountsOf(tx, { agencyId, scheduleId: post.schedule_id }),
    url: '',
    when: {
      date: post.local_at.slice(0, 10),
      time: post.local_at.slice(11),
      timezone: post.timezone,
      due_at: post.due_at.toISOString(),
      expired: false,
    },
    approval: item.approval,
    deliveries: item.social_networks.map((one) => ({ ...one, figures: figures.get(one.delivery_id) ?? null })),
    stream: post.kind === 'post' ? null : { id: post.stream_id, title: post.stream_title },
    planned_posts: post.planned_posts,
    can_unplan: post.kind === 'post' && !post.is_deleted && canUnplan(deliveries),
  };
}

/** Whether nothing of a post is sent or being sent. */
export const canUnplan = (deliveries: readonly Pick<DeliveryListRow, 'state'>[]): boolean =>
  moveRefusalOf(deliveries.map(({ state }) => state)) === null;

function presentFigures({ likes, views, shares, comments, retweets }: FiguresRow) {
  const number = (figure: string | null): number | null => (figure === null ? null : Number(figure));
  return {
    likes: number(likes),
    views: number(views),
    shares: number(shares),
    comments: number(comments),
    retweets: number(retweets),
  };
}
