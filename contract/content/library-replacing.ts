/** A file of the library exchanged for another, everywhere at once. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

const reference = z.object({ id: z.string(), name: z.string() });

/** The paths in a design, a project or an item's texts at which addresses were exchanged: 'layers/0/picture/'. */
const inside = z.object({ id, places: z.array(z.string().max(1000)).max(10_000) });

/** The input that undoes a replacement. */
const undo = z.object({
  /** Items whose file it is, and formatted ones with it in their texts. */
  items: z.array(id).max(10_000),
  texts: z.array(inside).max(10_000).default([]),
  designs: z.array(inside).max(10_000),
  videos: z.array(inside).max(10_000),
  /** Clients whose brand kit has it as its logo. */
  kits: z.array(id).max(10_000).default([]),
});

const input = z.object({
  /** The file to replace, and its replacement of the same kind. */
  id,
  by_id: id,
  /** The `undo` of an earlier answer, with the two files swapped: only that is changed, and nothing is deleted. */
  undo: undo.optional(),
});

/** The changes that are made, or would be. */
const replaced = z.object({
  streams: z.array(reference.extend({ items: z.number().int() })),
  designs: z.array(reference),
  /** The clients whose brand kit has another logo. */
  kits: z.array(reference),
  /** `was_made`: its finished video shows the file of before, and is to be made again. */
  videos: z.array(reference.extend({ was_made: z.boolean() })),
  /** Videos that are being rendered right now; they stay as they are. */
  left: z.array(reference),
  /**
   * Waiting posts: those that get the other file, those that are being sent and keep theirs, and those that need
   * approval again.
   */
  follow: z.number().int(),
  under_way: z.number().int(),
  asked_again: z.number().int(),
  /** Why the file cannot be deleted yet; '' once it is deleted. */
  kept: z.string(),
  undo,
});

/** The changes that `replace-library-file` would make, found by making them and rolling back. */
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
