import { createHash } from 'node:crypto';
import { messages } from '#contract/messages.ts';
import { audit } from '../../base/audit/index.ts';
import { findClient } from '../../people/users/index.ts';
import { outside, UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { pageSize } from '../../base/lists/paging.ts';
import { onlyOwn } from '../../base/lib/scope.ts';
import { approve, lockOne, lockOwn, sendBack, wordOf } from './caller.ts';
import { approveChosen, sendBackChosen } from './chosen.ts';
import {
  askLocked,
  lockPosts,
  withdrawLocked,
  findScheduleClient,
  insertEvents,
  listWaitingOf,
  type LockedApproval,
} from '../../publishing/index.ts';
import {
  countPosts,
  findPost,
  listComments,
  listPosts,
  listWaitingSchedules,
  type ApprovalFilter,
} from './list-queries.ts';
import { presentPosts } from './posts.ts';
import { presentComment, presentWaiting } from './present.ts';
import { refuseStale } from './stale.ts';

const mostSchedules = 100;
const notFound = () => new UserError(messages.notFound, { status: 404 });

/** The handlers of the calls in contract/planning/approvals.ts. */
export const approvalCalls = {
  'fetch-approvals': async (input, context) => {
    const { user, tx, now } = context;
    const filter = await filterOf(input, context);
    const after = readCursor(input.cursor);
    const rows = await listPosts(tx, { ...filter, state: input.list, after, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const counts = await countPosts(tx, { ...filter, now });
    // A search shows only a part of a schedule, so the schedule cannot be approved as a whole.
    const isWhole = after === null && filter.search === '';
    const schedules =
      isWhole && counts.waiting > 0 ? await listWaitingSchedules(tx, { ...filter, limit: mostSchedules }) : [];
    return {
      message: '',
      data: {
        items: await presentPosts(tx, { agencyId: user.agencyId, rows: shown, now }),
        next: rows.length > pageSize && last !== undefined ? `${last.due_at.getTime()}.${last.id}` : null,
        total: counts[input.list === 'sent-back' ? 'sent_back' : input.list],
        counts,
        schedules: schedules.map(presentWaiting),
      },
    };
  },

  'fetch-approval': async (input, { user, tx, now }) => {
    const row = await findPost(tx, { agencyId: user.agencyId, clientId: onlyOwn(user), id: input.id });
    if (row === undefined) throw notFound();
    const [post] = await presentPosts(tx, { agencyId: user.agencyId, rows: [row], now });
    if (post === undefined) throw new Error('one post is presented as one');
    return { message: '', data: post };
  },

  'approve-posts': async (input, context) => {
    const approvedHow = wordOf(context.user, input.told_how);
    const shown = new Map(input.posts.map((post) => [post.id, post]));
    const posts = await lockOwn(context, [...shown.keys()]);
    for (const post of posts) await refuseStale(context, post, shown.get(post.id) ?? { decision: -1 });
    return approve(context, posts, approvedHow);
  },

  'approve-schedule': async (input, context) => {
    const { user, tx } = context;
    const approvedHow = wordOf(user, input.told_how);
    const clientId = onlyOwn(user);
    const key = { agencyId: user.agencyId, clientId, scheduleId: input.schedule_id };
    const schedule = await findScheduleClient(tx, { agencyId: user.agencyId, id: input.schedule_id });
    if (schedule === undefined || (clientId !== null && schedule.clientId !== clientId)) throw notFound();
    const ids = (await listWaitingOf(tx, key)).map(({ id }) => id);
    await lockPosts(tx, { agencyId: user.agencyId, ids });
    // Read again after locking: another transaction may have decided about some of the posts, or changed them.
    const still = new Set((await listWaitingOf(tx, key)).map(({ id }) => id));
    const posts = (await lockPosts(tx, { agencyId: user.agencyId, ids })).filter(({ id }) => still.has(id));
    if (still.size !== posts.length || fingerprintOf(posts) !== input.fingerprint)
      throw new UserError(messages.approvalChanged);
    return approve(context, posts, approvedHow);
  },

  'send-back-post': async (input, context) => {
    const post = await lockOne(context, input.id);
    await sendBack(context, { post, shown: input, comment: input.comment });
    return { message: messages.postSentBack, data: null };
  },

  'approve-chosen-posts': outside(approveChosen),

  'send-back-chosen-posts': outside(sendBackChosen),

  'withdraw-approval': async (input, context) => {
    const { user, tx, now, origin } = context;
    const post = await lockOne(context, input.id);
    await withdrawLocked(tx, {
      agencyId: user.agencyId,
      post,
      userId: user.id,
      now,
      words: input.comment,
      isNotified: user.role === 'client',
    });
    await audit(tx, { user, origin, action: 'approval-withdrawn', subjectKind: 'client', subjectId: post.client_id });
    return { message: messages.approvalWithdrawn, data: null };
  },

  'comment-post': async (input, context) => {
    const { user, tx, now } = context;
    const { agencyId } = user;
    const post = await lockOne(context, input.id);
    await insertEvents(tx, { agencyId, ids: [post.id], userId: user.id, kind: 'comment', words: input.comment, now });
    return {
      message: messages.commentSaved,
      data: (await listComments(tx, { agencyId, ids: [post.id] })).map(presentComment),
    };
  },

  'ask-approval': async (input, context) => {
    const { user, tx, now, origin } = context;
    const post = await lockOne(context, input.id);
    await refuseStale(context, post, input);
    await askLocked(tx, { agencyId: user.agencyId, post, userId: user.id, now, words: input.comment });
    await audit(tx, { user, origin, action: 'approval-asked', subjectKind: 'client', subjectId: post.client_id });
    return { message: messages.approvalAsked, data: null };
  },
} satisfies Partial<Handlers>;

async function filterOf(
  input: { client_id?: string | undefined; schedule_id?: string | undefined; search?: string | undefined },
  { user, tx }: Context,
): Promise<ApprovalFilter> {
  const { agencyId } = user;
  const own = onlyOwn(user);
  const { client_id: clientId = null, schedule_id: scheduleId = null } = input;
  if (
    clientId !== null &&
    ((own !== null && own !== clientId) || (await findClient(tx, { agencyId, id: clientId })) === undefined)
  )
    throw notFound();
  if (scheduleId !== null) {
    const schedule = await findScheduleClient(tx, { agencyId, id: scheduleId });
    if (schedule === undefined || (own !== null && schedule.clientId !== own)) throw notFound();
  }
  return { agencyId, clientId: own ?? clientId, scheduleId, search: input.search ?? '' };
}

/** The cursor after which a page begins: '1780315200000.17' follows post 17 of that millisecond. */
function readCursor(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined || cursor === '') return null;
  const match = /^(\d{1,15})\.([1-9]\d{0,17})$/.exec(cursor);
  if (!match) throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  return { at: new Date(Number(match[1])), id: match[2] ?? '' };
}

/** The fingerprint of all waiting posts of a schedule, as in `listWaitingSchedules`. */
const fingerprintOf = (posts: readonly LockedApproval[]): string =>
  createHash('sha256')
    .update(
      posts
        .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
        .map(({ id, decision, fingerprint }) => `${id} ${decision} ${fingerprint}`)
        .join(','),
    )
    .digest('hex');
