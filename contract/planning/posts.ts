/**
 * Single posts: written, planned and changed one at a time. A post is a stream of one item with a schedule of one time;
 * until it is planned it is a draft, which has the item already.
 */
import { z } from 'zod';
import { approvalStates } from '#rules/approvals.ts';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { date, id, instant, text, time, timezone } from '../base/fields.ts';
import { version } from '../base/versions.ts';
import { ownWords } from '../content/streams.ts';
import { socialNetwork } from '../publishing/deliveries.ts';
import { planCost, planProblem } from './schedules-problems.ts';

/** The key that a composer makes for its post before the first save. */
export const saveKey = z.uuid('This key is not valid');

const webAddress = text(2000).pipe(
  z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })]),
);

/** A wall-clock time of a zone. */
export const localTime = z.object({ date, time, timezone });

/** What a post says. Its type follows from this: without a file 'text' or 'formatted', else that of the file. */
export const content = {
  title: text(300).default(''),
  words: text(100_000).default(''),
  format: z.enum(['text', 'formatted']).default('text'),
  /** Texts for single networks; '' or missing: the shared ones. */
  own_words: ownWords.default({}),
  /** A picture or video of the library; never with `format` 'formatted', whose pictures stand in its words. */
  file_id: id.nullable().default(null),
  alt_text: text(1000).default(''),
};

/** Accounts of the client. Some may be unfit for the content: a draft keeps them, and planning refuses them. */
const accountIds = z.array(id).max(200);
/** The accounts of a post that is planned. */
export const someAccounts = accountIds.min(1, 'Please choose at least one account');

/** A stored draft. */
const savedDraft = z.object({
  draft_id: z.string(),
  item_id: z.string(),
  version,
  saved_at: instant,
  type: z.enum(streamTypes),
});
export type SavedDraft = z.output<typeof savedDraft>;

/**
 * Saves a draft as a whole. The first save sends `save_key` alone; the next ones `draft_id` and the `version` of the
 * last answer. If the draft has changed since that version, and other values than these are stored, answers 409 with a
 * `Conflict`: `current` is the stored draft by the fields of this call, `version` its version. A repeated save (the
 * answer of the last one was lost) with the same values is answered like the first; with values typed since then it
 * is a conflict whose `current` equals what the browser sent last: it sends again with that `version`. A post that is
 * planned by now is answered 409 with `errors.planned` and `data.occurrence_id`.
 */
export const savePost = call('save-post', {
  who: 'schedule',
  changes: ['drafts', 'streams', 'library'],
  input: z
    .object({
      save_key: saveKey.optional(),
      draft_id: id.optional(),
      version: version.optional(),
      client_id: id,
      account_ids: accountIds,
      ...content,
      /** The time it is wished for; null for none. It may have passed. */
      when: localTime.nullable().default(null),
      /** The address where the idea was found; '' if there is none. */
      url: webAddress.default(''),
    })
    .refine(({ save_key: key, draft_id: draft }) => key !== undefined || draft !== undefined, {
      path: ['save_key'],
      error: 'This key is not valid',
    })
    .refine(({ format, file_id: file }) => format === 'text' || file === null, {
      path: ['file_id'],
      error: 'An article has its pictures in its text',
    }),
  data: savedDraft,
});

/** A post that the client gets already, or got: the same file, or the same words, at one of the accounts. */
const double = z.object({
  /** "Corner Studio gets this already: Tue 1 Dec, 09:30." */
  message: z.string(),
  account_id: z.string(),
  type: z.enum(networkIds),
  occurrence_id: z.string(),
  at: instant,
  /** How many posts of this account are doubles of this one. */
  posts: z.number().int(),
});
export type Double = z.output<typeof double>;

/** The `data` of the 409 of `schedule-post` whose `errors` have `again`: sent with `confirm`, it is planned anyway. */
export type Doubles = { doubles: readonly Double[] };

/**
 * Plans a draft: it becomes a post, whose words, file and title are those of the last `save-post`. Pressed twice, or
 * repeated after a lost answer, it is planned once and the answer is the same. 409 with `errors.again` and `Doubles`
 * unless `confirm`; 409 with a `Conflict` as in `save-post` if the draft has changed since `version`; 422 with the
 * `problems` of `check-post` as its data if one of them stops the post for sure.
 */
export const schedulePost = call('schedule-post', {
  who: 'schedule',
  changes: ['drafts', 'streams', 'schedules', 'posts', 'approvals'],
  input: z
    .object({
      draft_id: id.optional(),
      save_key: saveKey.optional(),
      version,
      client_id: id,
      account_ids: someAccounts,
      /** 'now': in ten seconds. Without a zone it is the one in which the client's posts are planned. */
      when: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('now') }),
        z.object({ kind: z.literal('at'), date, time, timezone: timezone.optional() }),
      ]),
      confirm: z.boolean().default(false),
    })
    .refine(({ save_key: key, draft_id: draft }) => key !== undefined || draft !== undefined, {
      path: ['draft_id'],
      error: 'This id is not valid',
    }),
  data: z.object({
    schedule_id: z.string(),
    occurrence_id: z.string(),
    due_at: instant,
    /** 'YYYY-MM-DD HH:mm' in `timezone`. */
    local: z.string(),
    timezone: z.string(),
    /** The client has to approve it first. */
    asks_approval: z.boolean(),
  }),
});

/**
 * The problems that a post would meet, worst first, and what networks charge for it; nothing is written. The content is
 * the one sent, saved or not. Without accounts there are none. `draft_id` or `occurrence_id` names the post itself, so
 * that it is no double of itself.
 */
export const checkPost = call('check-post', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'pauses', 'library'],
  input: z.object({
    client_id: id,
    account_ids: accountIds,
    ...content,
    /** Null: in ten seconds. */
    when: localTime.nullable(),
    draft_id: id.optional(),
    occurrence_id: id.optional(),
  }),
  data: z.object({
    problems: z.array(planProblem),
    costs: z.array(planCost),
    doubles: z.array(double),
  }),
});

const figure = z.number().int().nullable();

/** The last figures that a network reported of a post; null: not reported, or not yet. */
const figures = z.object({ likes: figure, views: figure, shares: figure, comments: figure, retweets: figure });

/** The file of a post. */
const postFile = z.object({
  id: z.string(),
  kind: z.enum(['image', 'video']),
  /** Its name in the library. */
  name: z.string(),
  url: z.string(),
  /** Null until it is made. */
  thumbnail: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  size_bytes: z.number().int(),
});

/** The states of a post: a draft; planned (also held, paused, being sent); over with at least one post out; without. */
export const postStates = ['draft', 'planned', 'published', 'failed', 'cancelled'] as const;

/** Everything that the window of a post shows. */
const post = z.object({
  state: z.enum(postStates),
  draft_id: z.string().nullable(),
  occurrence_id: z.string().nullable(),
  schedule_id: z.string().nullable(),
  /**
   * The item whose words a change by `update-stream` changes (with `item_version`); null if it was deleted. A draft
   * changes by `save-post`.
   */
  item_id: z.string().nullable(),
  item_version: version.nullable(),
  /** That of a draft for `save-post` and `schedule-post`; null for a planned post. */
  version: version.nullable(),
  saved_at: instant.nullable(),
  client: z.object({
    id: z.string(),
    name: z.string(),
    /** Its posts need its approval. */
    approves: z.boolean(),
    /** The zone in which its posts are planned. */
    timezone: z.string(),
  }),
  accounts: z.array(
    z.object({
      id: z.string(),
      type: z.enum(networkIds),
      username: z.string(),
      /** False: it needs reconnecting. */
      connected: z.boolean(),
    }),
  ),
  type: z.enum(streamTypes),
  /** The title as typed; '' if the file's name stands for it. */
  title: z.string(),
  words: z.string(),
  format: z.enum(['text', 'formatted']),
  own_words: ownWords,
  alt_text: z.string(),
  file: postFile.nullable(),
  url: z.string(),
  /** Its time, or the one wished for; null for a draft without one. `expired`: a draft's time has passed. */
  when: z
    .object({ date: z.string(), time: z.string(), timezone: z.string(), due_at: instant, expired: z.boolean() })
    .nullable(),
  /** The client's approval; null if none is needed. */
  approval: z
    .object({
      state: z.enum(approvalStates),
      held: z.boolean(),
      comment: z.object({ name: z.string(), is_client: z.boolean(), at: instant, text: z.string() }).nullable(),
    })
    .nullable(),
  /** One row an account of a planned post, with its link; its story is that of `explain-delivery`. */
  deliveries: z.array(socialNetwork.extend({ figures: figures.nullable() })),
  /** The content stream whose item it is; null for a single post. */
  stream: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** How many posts of the item are planned: "This item is planned 3 times." */
  planned_posts: z.number().int(),
  /** Nothing of it is sent or being sent: `unplan-post` and moving are possible. */
  can_unplan: z.boolean(),
});
export type Post = z.output<typeof post>;

/** A draft or a planned post; of both the draft. */
const eitherPost = z
  .object({ draft_id: id.optional(), occurrence_id: id.optional() })
  .refine(({ draft_id: draft, occurrence_id: occurrence }) => draft !== undefined || occurrence !== undefined, {
    path: ['draft_id'],
    error: 'This id is not valid',
  });

/** A draft, or a planned post: a single one or one of a stream. A draft that is planned by now is shown as planned. */
export const fetchPost = call('fetch-post', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses', 'drafts', 'library'],
  input: eitherPost,
  data: post,
});

/** A new draft with the content, client and accounts of a draft or post, and no time. */
export const duplicatePost = call('duplicate-post', {
  who: 'schedule',
  changes: ['drafts', 'streams'],
  input: eitherPost,
  data: savedDraft,
});

/**
 * Turns a planned single post back into a draft with its time, as long as nothing of it is sent or being sent (409).
 * Repeated, it answers the same draft.
 */
export const unplanPost = call('unplan-post', {
  who: 'schedule',
  changes: ['drafts', 'streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ occurrence_id: id }),
  data: savedDraft,
});

/** Brings a discarded draft back, within 30 days. */
export const restoreDraft = call('restore-draft', {
  who: 'schedule',
  changes: ['drafts'],
  input: z.object({ id }),
  data: savedDraft,
});
