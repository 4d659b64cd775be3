/** Many pictures of one design: with a table of texts, or in the kits of many clients. */
import { z } from 'zod';
import { longestText } from '#rules/design/design.ts';
import { call } from '../base/call.ts';
import { id, line, listInput, noData, page, text } from '../base/fields.ts';

/** The most texts, and the most clients, for which one design is drawn at a time. */
export const mostOfBatch = { texts: 200, clients: 40 } as const;

const item = z.object({
  id: z.string(),
  title: z.string(),
  client_id: z.string().nullable(),
  content_stream_id: z.string().nullable(),
  /** `unfit`: its text is illegible or does not fit, and a person decides; `message` says why. */
  state: z.enum(['waiting', 'ready', 'unfit', 'failed', 'skipped']),
  message: z.string(),
  /** The address of the picture once it is drawn. */
  url: z.string().nullable(),
});
/** One picture of a batch. */
export type BatchItem = z.output<typeof item>;

const batch = z.object({
  id: z.string(),
  kind: z.enum(['texts', 'clients']),
  name: z.string(),
  state: z.enum(['running', 'done', 'cancelled']),
  created: z.string(),
  /** The share of settled pictures, 0 to 100. */
  percent: z.number().int(),
  total: z.number().int(),
  ready: z.number().int(),
  unfit: z.number().int(),
  failed: z.number().int(),
  /** Its pictures in order, if the batch was requested by its id. */
  items: z.array(item),
});
/** Pictures made from one design, one for each text or client. */
export type Batch = z.output<typeof batch>;

const streamTitle = line('Title of the stream', 200);
const texts = z.record(z.string().max(64), text(longestText));

/**
 * Makes a picture of a saved design for each row of texts (by the ids of its text layers), in an existing stream of
 * images or a new one.
 */
export const pourDesign = call('pour-design', {
  who: 'createContent',
  changes: ['batches', 'streams', 'library'],
  input: z.object({
    id,
    rows: z
      .array(z.object({ title: text(300).default(''), texts }))
      .min(1, 'Please add a text')
      .max(mostOfBatch.texts, `Please use at most ${mostOfBatch.texts} rows at a time`),
    content_stream_id: id.optional(),
    stream_title: streamTitle.optional(),
  }),
  data: batch,
  body: { maxBytes: 2_000_000, tooLarge: 'That is too much text for one time' },
});

/** Makes a picture of a saved design in the kit of each client, in a stream of images for each. */
export const applyToRoster = call('apply-to-roster', {
  who: 'createContent',
  changes: ['batches', 'streams', 'library'],
  input: z.object({
    id,
    /** Without a stream the client gets a new one, named after the client and the design. */
    targets: z
      .array(z.object({ client_id: id, content_stream_id: id.optional() }))
      .min(1, 'Please choose a client')
      .max(mostOfBatch.clients, `Please choose at most ${mostOfBatch.clients} clients at a time`),
  }),
  data: batch,
});

/** The agency's batches, newest first; with an id that one with its pictures. */
export const fetchBatches = call('fetch-batches', {
  who: 'createContent',
  shows: ['batches', 'library'],
  input: z.object({ ...listInput, id: id.optional() }),
  data: page(batch),
});

/** Stops a batch; finished pictures stay in their stream. */
export const cancelBatch = call('cancel-batch', {
  who: 'createContent',
  changes: ['batches'],
  input: z.object({ id }),
  data: noData,
});

/** Continues a stopped batch, and retries failed pictures. */
export const retryBatch = call('retry-batch', {
  who: 'createContent',
  changes: ['batches', 'streams', 'library'],
  input: z.object({ id }),
  data: noData,
});

/** Decides about an unfit picture: repaired automatically, used as it is, or left out. */
export const settleBatchItem = call('settle-batch-item', {
  who: 'createContent',
  changes: ['batches', 'streams', 'library'],
  input: z.object({ id, choice: z.enum(['repair', 'keep', 'skip']) }),
  data: noData,
});
