/** Uploads in pieces: a large file continues where it stopped after the connection breaks or the page is reloaded. */
import { z } from 'zod';
import { pieceBytes } from '#rules/pieces.ts';
import { call } from '../base/call.ts';
import { id, line, noData } from '../base/fields.ts';
import { libraryFile, uploadTypes } from './library.ts';
import { messages } from '../messages.ts';
import { streamItem } from './streams.ts';

/** An unfinished upload, and which of its pieces have arrived. */
export const upload = z.object({
  id: z.string(),
  /** The target: a stream or the library. */
  content_stream_id: z.string().nullable(),
  file_type: z.enum(uploadTypes).nullable(),
  file_name: z.string(),
  size_bytes: z.number().int(),
  /** The hash of the whole file, in hexadecimal digits. */
  sha256: z.string(),
  /** The numbers of the pieces that have arrived, from 0, in order. */
  pieces: z.array(z.number().int()),
  /** Until when the pieces are kept. */
  kept_until: z.string(),
});
export type Upload = z.output<typeof upload>;

/**
 * Begins an upload in pieces of 4,000,000 bytes, for a stream or for the library. A wrong name or size is refused
 * before any byte is sent; the content is checked once the file is complete.
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

/** One piece, by its number from 0; in any order. A repeated piece changes nothing. */
export const uploadPiece = call('upload-piece', {
  who: 'createContent',
  changes: ['uploads'],
  input: z.object({ id, number: z.coerce.number().int().min(0).max(1000) }),
  data: upload,
  file: { field: 'piece', maxBytes: pieceBytes + 1, required: true, tooLarge: messages.pieceWrong },
});

/**
 * Completes an upload: all pieces become an item of the stream, or a file of the library. A repeated call answers the
 * same and creates nothing again.
 */
export const finishUpload = call('finish-upload', {
  who: 'createContent',
  changes: ['uploads', 'streams', 'library'],
  input: z.object({ id }),
  data: z.object({ item: streamItem.nullable(), file: libraryFile.nullable() }),
});

/** The person's unfinished uploads: those for one stream, or those for the library. */
export const fetchUploads = call('fetch-uploads', {
  who: 'createContent',
  shows: ['uploads'],
  input: z.object({ content_stream_id: id.optional() }),
  data: z.object({ uploads: z.array(upload) }),
});

/** Abandons an unfinished upload; its pieces are deleted. */
export const dropUpload = call('drop-upload', {
  who: 'createContent',
  changes: ['uploads'],
  input: z.object({ id }),
  data: noData,
});
