/** Approval by the client: waiting posts, decisions and comments. */
import { z } from 'zod';
import { approvalStates } from '#rules/approvals.ts';
import { mostAtOnce } from '#rules/bulk.ts';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { bulkOutcome } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { id, instant, line, listInput, noData, page, text } from '../base/fields.ts';

const fingerprint = z.string().max(100);

/** The post a decision is about, as it was shown: with the number of its last decision. */
const decidedPost = { id, fingerprint, decision: z.number().int() };

const comment = line('Comment', 2000);

/**
 * One comment on a post. `is_client` tells the client's words from the agency's; `name` is '' for somebody who has
 * left.
 */
export const approvalComment = z.object({
  id: z.string(),
  name: z.string(),
  is_client: z.boolean(),
  at: instant,
  text: z.string(),
});
export type ApprovalComment = z.output<typeof approvalComment>;

/** One post (a scheduled item, whose id it has) as the client sees it before it goes out. */
const approvalPost = z.object({
  id: z.string(),
  schedule_id: z.string(),
  stream_id: z.string(),
  /** The item of the stream, where its words are edited. */
  item_id: z.string(),
  client_id: z.string(),
  client: z.string(),
  state: z.enum(approvalStates),
  /** Its time has passed without approval: it is held, and approving it moves it to `moves_to`. */
  held: z.boolean(),
  /** Its name in lists: the item's title, otherwise its first words, 'Picture' or 'Video'. */
  title: z.string(),
  /** The item's title, '' if it has none; `title_from_file`: it is the file's name, which is not published. */
  item_title: z.string(),
  title_from_file: z.boolean(),
  /** The text as written: HTML if the format says so. */
  description: z.string(),
  description_format: z.enum(['text', 'formatted']),
  /** The texts for networks with a text of their own, in the same format. */
  own_words: z.array(z.object({ type: z.enum(networkIds), title: z.string(), description: z.string() })),
  /** The picture's alternative text; '' if there is none. */
  alt_text: z.string(),
  type: z.enum(streamTypes),
  /** Null for texts. `thumbnail` is null until it is made. */
  media: z
    .object({
      url: z.string(),
      thumbnail: z.string().nullable(),
      kind: z.enum(['image', 'video']),
      width: z.number().nullable(),
      height: z.number().nullable(),
    })
    .nullable(),
  accounts: z.array(
    z.object({ account_id: z.string(), type: z.enum(networkIds), username: z.string(), by_hand: z.boolean() }),
  ),
  due_at: instant,
  /** 'YYYY-MM-DD HH:mm' and its day, in the schedule's own zone. */
  scheduled: z.string(),
  day: z.string(),
  timezone: z.string(),
  /** When it would go out if approved now; null if that is its own time, or if a person must send it. */
  moves_to: instant.nullable(),
  asked_at: instant,
  decided_at: instant.nullable(),
  /** Who decided; '' until somebody has. */
  decided_by: z.string(),
  /** It was approved in a session whose password the agency set, so the client may not have seen it. */
  by_agency_password: z.boolean(),
  /** Sent back with the decision, which is refused if the content has changed since. */
  fingerprint: z.string(),
  /** Counts its decisions; sent back with the next one, which is refused if somebody has decided since. */
  decision: z.number().int(),
  /** Oldest first. */
  comments: z.array(approvalComment),
});
export type ApprovalPost = z.output<typeof approvalPost>;

/** Which posts to list: those with the client, those with the agency, or those approved and not yet published. */
export const approvalLists = ['waiting', 'sent-back', 'approved'] as const;

/**
 * Posts that need approval, in the order of their times (25 a page, grouped by their `day` on screens); a client
 * account gets only its own. The first page also has the counts of all lists and, for waiting posts, one row per
 * schedule.
 */
export const fetchApprovals = call('fetch-approvals', {
  who: 'viewApprovals',
  shows: ['clients', 'streams', 'schedules', 'posts', 'approvals'],
  input: z.object({
    list: z.enum(approvalLists).default('waiting'),
    client_id: id.optional(),
    schedule_id: id.optional(),
    search: listInput.search,
    cursor: z.string().max(60).optional(),
  }),
  data: page(approvalPost).extend({
    counts: z.object({
      waiting: z.number().int(),
      sent_back: z.number().int(),
      approved: z.number().int(),
      held: z.number().int(),
    }),
    /** Waiting posts by schedule (the first 100); `fingerprint` is sent back with approve-schedule. */
    schedules: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        client_id: z.string(),
        client: z.string(),
        waiting: z.number().int(),
        first_at: instant,
        last_at: instant,
        timezone: z.string(),
        fingerprint: z.string(),
      }),
    ),
  }),
});
export type Approvals = z.output<typeof fetchApprovals.data>;

/** One post that needs, or needed, approval. */
export const fetchApproval = call('fetch-approval', {
  who: 'viewApprovals',
  shows: ['clients', 'streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: approvalPost,
});

/**
 * How the client agreed, if the owner approves for it: 'by phone'. Required from the owner, refused from a client
 * account.
 */
const approvedHow = text(200).optional();

/** The approved posts; for those approved after their planned time, when each goes out instead (the first 200). */
const approvedData = z.object({
  approved: z.number().int(),
  moved: z.array(
    z.object({ id: z.string(), title: z.string(), to: instant, scheduled: z.string(), timezone: z.string() }),
  ),
});

/**
 * Approves posts as they were shown. If one has changed or has been decided since, the call is refused (409) with the
 * last decisions of both sides, and approves none.
 */
export const approvePosts = call('approve-posts', {
  who: 'approve',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({
    posts: z.array(z.object(decidedPost)).min(1, 'Please choose a post').max(200),
    told_how: approvedHow,
  }),
  data: approvedData,
});

const chosenPosts = z
  .array(z.object(decidedPost))
  .min(1, 'Please choose at least one')
  .max(mostAtOnce, `Please choose at most ${mostAtOnce} at once`);

/** Approves several posts, each on its own: those that still wait and are as they were shown. */
export const approveChosenPosts = call('approve-chosen-posts', {
  who: 'approve',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ posts: chosenPosts, told_how: approvedHow }),
  data: bulkOutcome.extend({ moved: approvedData.shape.moved }),
});

/** Approves all waiting posts of a schedule, as `fetch-approvals` counted them; refused (409) if they have changed. */
export const approveSchedule = call('approve-schedule', {
  who: 'approve',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ schedule_id: id, fingerprint, told_how: approvedHow }),
  data: approvedData,
});

/** Sends a post back to the agency, even an approved one that is not published yet. It is held until it is approved. */
export const sendBackPost = call('send-back-post', {
  who: 'sendBack',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ ...decidedPost, comment }),
  data: noData,
});

/** Sends several posts back with one comment: those that still wait and are as they were shown. */
export const sendBackChosenPosts = call('send-back-chosen-posts', {
  who: 'sendBack',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ posts: chosenPosts, comment }),
  data: bulkOutcome,
});

/** Withdraws an approval as long as no delivery of the post has been sent. The post waits for approval again. */
export const withdrawApproval = call('withdraw-approval', {
  who: 'discussApprovals',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ id, comment: text(2000).default('') }),
  data: noData,
});

/** Comments on a post without deciding. Answers all its comments. */
export const commentPost = call('comment-post', {
  who: 'discussApprovals',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ id, comment }),
  data: z.array(approvalComment),
});

/** Submits a sent-back post to the client again; a change of the content does so automatically. */
export const askApproval = call('ask-approval', {
  who: 'askAgain',
  changes: ['posts', 'approvals', 'activity'],
  input: z.object({ id, decision: z.number().int(), comment: text(2000).default('') }),
  data: noData,
});
