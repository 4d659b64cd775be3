/** Designs of the image creator. */
import { z } from 'zod';
import { readJson } from '#rules/json.ts';
import { call } from '../base/call.ts';
import { id, line, listInput, noData, page } from '../base/fields.ts';
import { contentSorts } from '../base/list-options.ts';
import { messages } from '../messages.ts';

/** A document as it is stored: any JSON object with a version. */
export const storedDocument = z.looseObject(
  { version: z.union([z.string(), z.number()], messages.documentUnreadable) },
  messages.documentUnreadable,
);

const document = z
  .string('The image is missing')
  .max(8_000_000, messages.documentTooLarge)
  .transform((json, context) => {
    const parsed = readJson(json);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: messages.documentUnreadable });
    return z.NEVER;
  })
  .pipe(storedDocument);

/**
 * Saves a new design, or with an id an existing one: `data` is its document, any JSON object with a `version` and at
 * most 64 levels, `thumbnail` its preview. With the `revision` that was opened, a design that has been saved elsewhere
 * since is answered 409, with that one in `data`. With `finish` 'now' the server also draws its finished picture.
 */
export const saveThumbnail = call('save-thumbnail', {
  who: 'createContent',
  changes: ['designs', 'library'],
  input: z.object({
    id: id.optional(),
    name: line('Name', 200),
    data: document,
    client_id: id.optional(),
    revision: z.coerce.number().int().min(1).optional(),
    finish: z.enum(['now', 'later']).default('later'),
  }),
  data: z.object({ id: z.string(), revision: z.number().int() }),
  file: { field: 'thumbnail', maxBytes: 5_000_000, required: false, tooLarge: messages.imageTooLarge },
  body: { maxBytes: 8_200_000, tooLarge: messages.documentTooLarge },
});

/** A design as My Contents shows it. */
export const designContent = z.object({
  id: z.string(),
  name: z.string(),
  thumbnail: z.string().nullable(),
  /** Address of the finished picture; null until the server has drawn it. */
  picture: z.string().nullable(),
  /** The credits that the licences of its contents require. */
  credits: z.array(z.string()),
  client_id: z.string().nullable(),
  created: z.string(),
  revision: z.number().int(),
  /** The document as JSON, if the design was requested by its id. */
  data: z.string().optional(),
});
export type DesignContent = z.output<typeof designContent>;

/** The agency's designs, newest first; with an id only that one, with its document. */
export const fetchThumbnails = call('fetch-thumbnails', {
  who: 'createContent',
  shows: ['designs', 'library'],
  input: z.object({ ...listInput, id: id.optional(), sort: z.enum(contentSorts).default('-created') }),
  data: page(designContent),
});

/** Deletes a design; its finished picture stays in the library. */
export const deleteThumbnail = call('delete-thumbnail', {
  who: 'createContent',
  changes: ['designs', 'library', 'batches'],
  input: z.object({ id }),
  data: noData,
});
