/** What an agency keeps: uploads, what was made of them, and what was taken from sources. */
import { z } from 'zod';
import { call } from './call.ts';
import { id, listInput, noData, page } from './fields.ts';
import { messages } from './messages.ts';
import { libraryKinds, librarySorts, libraryUses } from './list-options.ts';

/** A kept file. `url` and `thumb` are addresses that are taken wherever a call asks for a file. */
export const libraryFile = z.object({
  id: z.string(),
  url: z.string(),
  /** Null for sounds and documents, and while it is being made. */
  thumb: z.string().nullable(),
  kind: z.enum(libraryKinds),
  size_bytes: z.number().int(),
  /** In px; null for what has no picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  /** Of a sound: the lowest and the highest sample of equal stretches, alternately, -128 to 127; at most 2,000. */
  peaks: z.array(z.number().int()).nullable(),
});
export type LibraryFile = z.output<typeof libraryFile>;

/** What an upload is for. */
export const uploadTypes = ['image', 'logo', 'watermark', 'music'] as const;

/** Uploads a file for the creators: JPEG or PNG under 5,000,000 bytes; music, MPEG or WAV, under 10,000,000. */
export const uploadFile = call('upload-file', {
  who: 'createContent',
  changes: ['library'],
  input: z.object({ file_type: z.enum(uploadTypes, 'Please choose a type') }),
  data: libraryFile,
  file: {
    field: 'file',
    maxBytes: 10_000_000,
    required: true,
    tooLarge: ({ file_type: type }) => (type === 'music' ? messages.musicTooLarge : messages.imageTooLarge),
  },
});

/** A file of the agency, by its address, as a download under its name. */
export const downloadFile = call('download-file', {
  who: 'createContent',
  shows: ['library'],
  method: 'GET',
  input: z.object({ url: z.string().min(1, 'Please choose a file').max(2000) }),
  data: noData,
});

/** What a kept file stands in; `name` is that of the video, the design or the content stream. */
const fileUse = z.object({ of: z.enum(['video', 'design', 'stream']), id: z.string(), name: z.string() });
export type FileUse = z.output<typeof fileUse>;

/** A file as the library lists it. */
export const libraryEntry = libraryFile.extend({
  title: z.string(),
  created: z.string(),
  uses: z.array(fileUse),
  /** Where it, or what it was made from, comes from and by which right it is used. */
  licences: z.array(
    z.object({
      source: z.string(),
      title: z.string(),
      author: z.string(),
      licence: z.string(),
      licence_url: z.string(),
      page_url: z.string(),
      /** The line that must be shown where the file is used; '' where none must. */
      credit: z.string(),
      taken: z.string(),
    }),
  ),
});
export type LibraryEntry = z.output<typeof libraryEntry>;

/** The agency's library, newest first, with the space that everything the agency keeps takes, in bytes. */
export const fetchLibrary = call('fetch-library', {
  who: 'createContent',
  shows: ['library', 'videos', 'designs', 'streams'],
  input: z.object({
    ...listInput,
    kind: z.enum(libraryKinds).optional(),
    used_in: z.enum(libraryUses).optional(),
    sort: z.enum(librarySorts).default('-created'),
  }),
  data: page(libraryEntry).extend({ used_bytes: z.number(), quota_bytes: z.number() }),
});

/** Takes a file out of the library; refused (409) while anything uses it, with all of that by name. */
export const deleteLibraryFile = call('delete-library-file', {
  who: 'createContent',
  changes: ['library'],
  input: z.object({ id }),
  data: noData,
});
