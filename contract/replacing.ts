/** A file of the library exchanged for another, everywhere at once. */
import { z } from 'zod';
import { call } from './call.ts';
import { id } from './fields.ts';

const reference = z.object({ id: z.string(), name: z.string() });

/** Where in a design, a project or an item's texts addresses were exchanged, as 'layers/0/picture/'. */
const inside = z.object({ id, places: z.array(z.string().max(1000)).max(10_000) });

/** What takes a replacement back. */
const undo = z.object({
  /** Items with the file as their own, and formatted ones with it in their texts. */
  items: z.array(id).max(10_000),
  texts: z.array(inside).max(10_000).default([]),
  designs: z.array(inside).max(10_000),
  videos: z.array(inside).max(10_000),
  /** Clients whose brand kit has it as its logo. */
  kits: z.array(id).max(10_000).default([]),
});

const input = z.object({
  /** The file that goes, and the one of the same kind in its place. */
  id,
  by_id: id,
  /** What an earlier answer gave, with its two files exchanged: only that is changed, and nothing is deleted. */
  undo: undo.optional(),
});

/** What is changed, or would be. */
const replaced = z.object({
  streams: z.array(reference.extend({ items: z.number().int() })),
  designs: z.array(reference),
  /** The clients whose brand kit has another logo. */
  kits: z.array(reference),
  /** `was_made`: its finished video shows the file of before, and is to be made again. */
  videos: z.array(reference.extend({ was_made: z.boolean() })),
  /** Videos that are being made at this moment; they are left as they are. */
  left: z.array(reference),
  /** Waiting posts: that take the other file, that are being sent and keep theirs, and that ask their client. */
  follow: z.number().int(),
  under_way: z.number().int(),
  asked_again: z.number().int(),
  /** What still stands in the way of deleting the file, in words; '' where it is deleted. */
  kept: z.string(),
  undo,
});

/** What `replace-library-file` would change, found out by doing it without keeping it. */
export const previewReplacement = call('preview-replacement', {
  who: 'createContent',
  shows: ['library', 'streams', 'designs', 'videos', 'kits', 'clients', 'posts', 'approvals'],
  input,
  data: replaced,
});

/**
 * Puts another file of the same kind in the place of a file: in designs, in projects, in brand kits, in items of
 * streams and so in waiting posts, which ask their client again where one approves; then deletes the file. What is
 * being sent at this moment, and what is being made of it, is left and said.
 */
export const replaceLibraryFile = call('replace-library-file', {
  who: 'createContent',
  changes: ['library', 'streams', 'designs', 'videos', 'kits', 'posts', 'approvals'],
  input,
  data: replaced,
});
