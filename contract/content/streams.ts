import { z } from 'zod';
import { networkIds, streamTypes } from '#rules/eligibility.ts';
import { readJson } from '#rules/json.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { messages } from '../messages.ts';
import { id, line, listInput, noData, page, text } from '../base/fields.ts';
import { streamKinds, streamSorts, streamStates } from '../base/list-options.ts';
import { neededInFull, version } from '../base/versions.ts';

/** Texts for single networks; for a text that is '' or missing the general one is used. */
export const ownWords = z.partialRecord(
  z.enum(networkIds),
  z.object({ title: text(300).default(''), description: text(100_000).default('') }),
);

/** A picture's alternative text: X takes 1,000 characters, the other networks more. */
const altText = text(1000);

/** One file or text of a stream. */
export const streamItem = z.object({
  id: z.string(),
  content_stream_id: z.string(),
  title: z.string(),
  /** Plain text, or allow-listed HTML where description_format is 'formatted'. */
  description: z.string(),
  own_words: ownWords,
  alt_text: z.string(),
  /** The title is the file's name: it is shown in lists and not published. Saving another title clears it. */
  title_from_file: z.boolean(),
  version,
  description_format: z.enum(['text', 'formatted']),
  sequence: z.number().int(),
  type: z.enum(streamTypes),
  /** The address of the file itself; null for texts. */
  stream: z.string().nullable(),
  /** The address of the thumbnail that the server makes; null for texts, and until it is made. */
  thumbnail: z.string().nullable(),
  thumbnail_state: z.enum(['none', 'waiting', 'ready', 'failed']),
  created: z.string(),
});
export type StreamItem = z.output<typeof streamItem>;

/** A content stream. */
export const stream = z.object({
  id: z.string(),
  type: z.enum(streamTypes),
  title: z.string(),
  tags: z.string(),
  description: z.string(),
  created: z.string(),
  version,
  items: z.number().int(),
  kind: z.enum(streamKinds),
  /** The client that the stream is for; null: any. */
  client_id: z.string().nullable(),
  /** Up to four thumbnails for the list. */
  thumbnails: z.array(z.string()),
  is_sample: z.boolean(),
});
export type Stream = z.output<typeof stream>;

const details = { title: line('Title', 200), tags: text(500), description: line('Description', 5000) };

/**
 * Creates a stream, or with an id updates its texts (the type cannot change later); with `version` only changed ones.
 */
export const contentStream = call('content-stream', {
  who: 'manageStreams',
  changes: ['streams'],
  input: z
    .object({
      ...details,
      type: z.enum(streamTypes, 'Please choose a type'),
      id,
      version,
      /** The client that the stream is for, null for any; if missing it stays as it is. */
      client_id: id.nullable(),
    })
    .partial()
    .check(
      neededInFull(
        { title: 'Title is required', type: 'Please choose a type', description: 'Description is required' },
        { creates: true },
      ),
    ),
  data: z.array(stream),
});

/** The content streams, in pages. */
export const fetchStreams = call('fetch-streams', {
  who: 'manageStreams',
  shows: ['streams', 'schedules'],
  input: z.object({
    ...listInput,
    type: z.enum(streamTypes).optional(),
    state: z.enum(streamStates).optional(),
    /** Streams, unless single posts are asked for. */
    kind: z.enum(streamKinds).default('stream'),
    /** The streams of this client, and those for any client. */
    client_id: id.optional(),
    sort: z.enum(streamSorts).default('-created'),
  }),
  data: page(stream),
});

/** One stream with its items in order, 100 a page; the stream comes with every page. */
export const fetchStream = call('fetch-stream', {
  who: 'manageStreams',
  shows: ['streams', 'schedules', 'posts'],
  input: z.object({ id, cursor: z.string().max(60).optional() }),
  data: z.object({ stream, items: z.array(streamItem), next: z.string().nullable() }),
});

/** Uploads one file into a stream: image under 5,000,000 bytes, mp4 under 20,000,000. */
export const uploadStream = call('stream', {
  who: 'manageStreams',
  changes: ['streams'],
  input: z.object({
    content_stream_id: id,
    title: text(300).default(''),
    description: text(10_000).default(''),
    /** True: `title` is the file's name, which is shown in lists and not published. So is a title the server makes. */
    title_from_file: z.union([z.boolean(), z.stringbool()]).optional(),
    sequence: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  data: streamItem,
  file: { field: 'stream', maxBytes: 20_000_000, required: true, tooLarge: messages.streamFileTooLarge },
});

/**
 * Adds a file of the agency's library, such as a finished video or picture, to a stream of images or videos; or a
 * search result, which is copied into the library first. The credits that its licence requires become the last lines of
 * the description. `thumbnail` is derived from the file itself. With `again`, the call repeats one whose answer was
 * lost: if the stream got the same item within the last quarter of an hour, that is the answer, and no item is added.
 */
export const pushToContentStream = call('push-to-content-stream', {
  who: 'manageStreams',
  changes: ['streams', 'library'],
  input: z.object({
    content_stream_id: id,
    title: text(300).default(''),
    description: text(10_000).default(''),
    thumbnail: text(2000).default(''),
    url: z.string('Please choose a file').min(1, 'Please choose a file').max(4000),
    again: z.boolean().optional(),
    /** True: `title` is the file's name, which is shown in lists and not published. */
    title_from_file: z.boolean().optional(),
  }),
  data: streamItem,
});

/**
 * Adds text or formatted items: `description` is the JSON of a list of {title?, value}. Formatted ones may hold up to
 * 50 pictures, of the agency's library (`<img src="/files/…" alt="">`) or from a search; those are copied into the
 * library.
 */
export const textStream = call('text-stream', {
  who: 'manageStreams',
  changes: ['streams', 'library'],
  input: z.object({
    content_stream_id: id,
    title: text(300).default(''),
    description: z
      .string()
      .max(1_000_000, 'That is too much text for one time')
      .transform((json, context) => {
        const parsed = readJson(json);
        if (parsed !== undefined) return parsed;
        context.addIssue({ code: 'custom', message: 'The list of texts cannot be read' });
        return z.NEVER;
      })
      .pipe(
        z
          .array(z.object({ title: text(300).default(''), value: line('Text', 100_000) }))
          .min(1, 'Please add a text')
          .max(200),
      ),
    sequence: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  data: z.array(streamItem),
});

/** Posts that kept an item's previous text: the copy of the item, and the posts, all by id. */
const keptPosts = z.object({ id, posts: z.array(id).max(10_000) });

/**
 * Changes an item's texts, with `version` only changed ones. Planned posts follow, or keep their text; posts that are
 * being sent always keep it. 'undo' reverts an edit, with the texts and the `kept` of its answer.
 */
export const updateStream = call('update-stream', {
  who: 'manageStreams',
  changes: ['streams', 'posts', 'approvals', 'library'],
  input: z
    .object({
      id,
      title: line('Title', 300),
      description: line('Description', 100_000),
      own_words: ownWords,
      alt_text: altText,
      planned_posts: z.enum(['follow', 'keep', 'undo']).default('follow'),
      kept: z.array(keptPosts).max(1000).default([]),
      version,
    })
    .partial({ title: true, description: true, own_words: true, alt_text: true, version: true })
    .check(neededInFull({ title: 'Title is required', description: 'Description is required' })),
  data: streamItem.extend({
    /** Waiting posts by whether they follow, how many need approval again, and the input that undoes the edit. */
    planned: z.object({
      follow: z.number().int(),
      keep: z.number().int(),
      under_way: z.number().int(),
      asked_again: z.number().int(),
      undo: z.object({
        title: z.string(),
        description: z.string(),
        own_words: ownWords,
        alt_text: z.string(),
        kept: z.array(z.object({ id: z.string(), posts: z.array(z.string()) })),
      }),
    }),
  }),
});

/** Changed texts for one item of several; `version` is the one they were edited from. */
const rewording = z.object({
  id,
  title: line('Title', 300),
  description: line('Description', 100_000),
  version: version.optional(),
  kept: z.array(keptPosts).max(1000).default([]),
});

/**
 * Changes the texts of up to 200 items of a stream at once; planned posts follow, keep their text, or, with 'undo', get
 * their previous text back. Items that have changed since the version sent, or were deleted, stay as they are.
 */
export const updateStreamItems = call('update-stream-items', {
  who: 'manageStreams',
  changes: ['streams', 'posts', 'approvals', 'library'],
  input: z.object({
    content_stream_id: id,
    items: z.array(rewording).min(1, 'Please choose an item').max(200),
    planned_posts: z.enum(['follow', 'keep', 'undo']).default('follow'),
  }),
  data: z.object({
    /** The changed items, as the input that undoes the change: send it with 'undo'. */
    undo: z.array(rewording.extend({ title: z.string(), description: z.string(), version })),
    /** The ids of the items that stayed as they were. */
    left: z.array(z.string()),
    /** Waiting posts by whether they follow, and how many need approval again. */
    follow: z.number().int(),
    keep: z.number().int(),
    under_way: z.number().int(),
    asked_again: z.number().int(),
  }),
});

/** The whole order of a stream's items; refused if an item is missing or foreign. */
export const reorderStream = call('reorder-stream', {
  who: 'manageStreams',
  changes: ['streams'],
  input: z.object({ content_stream_id: id, ids: z.array(id).min(1).max(10_000) }),
  data: noData,
});

/**
 * Moves one item behind another of its stream, or to the front without `after_id`; for streams whose items are not all
 * loaded.
 */
export const moveStreamItem = call('move-stream-item', {
  who: 'manageStreams',
  changes: ['streams'],
  input: z.object({ id, after_id: id.nullable().default(null) }),
  data: noData,
});

/** Deletes an item of a stream; its waiting posts are cancelled. */
export const deleteStreamFile = call('delete-stream-file', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: noData,
});

/** Deletes a stream with its items; its waiting posts are cancelled. */
export const deleteStream = call('delete-stream', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ id }),
  data: noData,
});

/** Deletes several streams, each as `delete-stream` does. */
export const deleteStreams = call('delete-streams', {
  who: 'manageStreams',
  changes: ['streams', 'schedules', 'posts', 'approvals'],
  input: z.object({ ids: someIds }),
  data: bulkOutcome,
});
