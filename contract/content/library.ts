/** An agency's files: uploads, files made from them, and copies from sources. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, listInput, noData, page } from '../base/fields.ts';
import { messages } from '../messages.ts';
import { libraryKinds, librarySorts, libraryUses } from '../base/list-options.ts';

/** A stored file. `url` and `thumb` are accepted wherever a call takes a file. */
export const libraryFile = z.object({
  id: z.string(),
  url: z.string(),
  /** Null for sounds and documents, and while it is being generated. */
  thumb: z.string().nullable(),
  kind: z.enum(libraryKinds),
  size_bytes: z.number().int(),
  /** In px; null for files without a picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  /**
   * The waveform of a sound: the lowest and the highest sample of equal stretches, alternately, -128 to 127; at most
   * 2,000.
   */
  peaks: z.array(z.number().int()).nullable(),
});
export type LibraryFile = z.output<typeof libraryFile>;

/** The purpose of an upload. */
export const uploadTypes = ['image', 'video', 'logo', 'watermark', 'music'] as const;
export type UploadType = (typeof uploadTypes)[number];

/**
 * Uploads a file into the library: JPEG or PNG under 5,000,000 bytes; mp4 under 20,000,000; music, MPEG or WAV, under
 * 10,000,000.
 */
export const uploadFile = call('upload-file', {
  who: 'createContent',
  changes: ['library'],
  input: z.object({ file_type: z.enum(uploadTypes, 'Please choose a type') }),
  data: libraryFile,
  file: {
    field: 'file',
    maxBytes: 20_000_000,
    required: true,
    tooLarge: ({ file_type: type }) =>
      type === 'music'
        ? messages.musicTooLarge
        : type === 'video'
          ? messages.streamFileTooLarge
          : messages.imageTooLarge,
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

/**
 * A use of a stored file; `name` is that of the video, the design or the content stream. A brand kit has the id and the
 * name of its client.
 */
const fileUse = z.object({ of: z.enum(['video', 'design', 'stream', 'kit']), id: z.string(), name: z.string() });
export type FileUse = z.output<typeof fileUse>;

/** A file as the library lists it. */
export const libraryEntry = libraryFile.extend({
  title: z.string(),
  created: z.string(),
  uses: z.array(fileUse),
  /** The source of the file, or of the file from which it was made, and the licence under which it is used. */
  licences: z.array(
    z.object({
      source: z.string(),
      title: z.string(),
      author: z.string(),
      licence: z.string(),
      licence_url: z.string(),
      page_url: z.string(),
      /** The credit that must be shown with the file; '' if none must. */
      credit: z.string(),
      taken: z.string(),
    }),
  ),
});
export type LibraryEntry = z.output<typeof libraryEntry>;

/** The agency's library, newest first. */
export const fetchLibrary = call('fetch-library', {
  who: 'createContent',
  shows: ['library', 'videos', 'designs', 'streams', 'kits', 'clients'],
  input: z.object({
    ...listInput,
    kind: z.enum(libraryKinds).optional(),
    used_in: z.enum(libraryUses).optional(),
    sort: z.enum(librarySorts).default('-created'),
  }),
  data: page(libraryEntry),
});

/** The space that all stored data of an agency takes, and the limit, in bytes. */
export const fetchSpace = call('fetch-space', {
  who: 'createContent',
  shows: ['library', 'videos', 'designs', 'streams', 'kits', 'clients'],
  input: z.object({}),
  data: z.object({ used_bytes: z.number(), quota_bytes: z.number() }),
});

/** Deletes a file from the library; refused (409) while anything uses it, with the names of all its uses. */
export const deleteLibraryFile = call('delete-library-file', {
  who: 'createContent',
  changes: ['library', 'fonts'],
  input: z.object({ id }),
  data: noData,
});
