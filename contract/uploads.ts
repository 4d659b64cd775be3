/** Uploads in pieces: what is large goes on where it stopped when the line breaks, or the page is loaded again. */
import { z } from 'zod';
import { pieceBytes } from '#rules/pieces.ts';
import { call } from './call.ts';
import { id, line, noData } from './fields.ts';
import { libraryFile, uploadTypes } from './library.ts';
import { messages } from './messages.ts';
import { streamItem } from './streams.ts';

/** A file on its way, and which of its pieces are here. */
export const upload = z.object({
  id: z.string(),
  /** Where it goes: one of the two. */
  content_stream_id: z.string().nullable(),
  file_type: z.enum(uploadTypes).nullable(),
  file_name: z.string(),
  size_bytes: z.number().int(),
  /** Of the whole file, in hexadecimal digits. */
  sha256: z.string(),
  /** Numbers of the pieces that are here, from 0, in order. */
  pieces: z.array(z.number().int()),
  /** Until when they are kept. */
  kept_until: z.string(),
});
export type Upload = z.output<typeof upload>;

/**
 * Begins a file that comes in pieces of 4,000,000 bytes, for a stream or for the library. What its name and size forbid
 * is refused before a byte has moved; the content is judged when it is whole.
 */
export const beginUpload = call('begin-upload', {
  who: 'createContent',
  changes: ['uploads'],
  input: z
    .object({
      content_stream_id: id.optional(),
      file_type: z.enum(uploadTypes).optional(),
      file_name: line('File name', 255),
      size_bytes: z.number().int().min(1, messages.invalidFileType).max(2_000_000_000, messages.streamFileTooLarge),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'The checksum is not valid'),
      sequence: z.number().int().min(1).max(100_000).optional(),
    })
    .refine(({ content_stream_id: stream, file_type: type }) => (stream === undefined) !== (type === undefined), {
      error: 'Please say where the file goes',
      path: ['content_stream_id'],
    }),
  data: upload,
});

/** One piece, by its number from 0; in any order. One that is here already changes nothing. */
export const uploadPiece = call('upload-piece', {
  who: 'createContent',
  changes: ['uploads'],
  input: z.object({ id, number: z.coerce.number().int().min(0).max(1000) }),
  data: upload,
  file: { field: 'piece', maxBytes: pieceBytes + 1, required: true, tooLarge: messages.pieceWrong },
});

/**
 * Makes of all pieces what a whole upload becomes: an item of the stream, or a file of the library. Asked twice, it
 * answers the same again and makes nothing further.
 */
export const finishUpload = call('finish-upload', {
  who: 'createContent',
  changes: ['uploads', 'streams', 'library'],
  input: z.object({ id }),
  data: z.object({ item: streamItem.nullable(), file: libraryFile.nullable() }),
});

/** The person's files that are not whole yet: those for one stream, or those for the library. */
export const fetchUploads = call('fetch-uploads', {
  who: 'createContent',
  shows: ['uploads'],
  input: z.object({ content_stream_id: id.optional() }),
  data: z.object({ uploads: z.array(upload) }),
});

/** Gives up a file that is not whole yet; its pieces are deleted. */
export const dropUpload = call('drop-upload', {
  who: 'createContent',
  changes: ['uploads'],
  input: z.object({ id }),
  data: noData,
});
