/** Replaces a file of the library with another one, everywhere at once. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

const reference = z.object({ id: z.string(), name: z.string() });

/** The paths in a design, a project or an item's texts at which addresses were replaced: 'layers/0/picture/'. */
const inside = z.object({ id, places: z.array(z.string().max(1000)).max(10_000) });

/** The input that undoes a replacement. */
const undo = z.object({
  /** Items whose file it is, and formatted items with it in their texts. */
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
  /**
   * The `undo` of an earlier answer, with the two files swapped: only the listed places are changed, and no file is
   * deleted.
   */
  undo: undo.optional(),
});

/** The changes that were made, or would be. */
const replaced = z.object({
  streams: z.array(reference.extend({ items: z.number().int() })),
  designs: z.array(reference),
  /** The clients whose brand kit gets the other logo. */
  kits: z.array(reference),
  /** `was_made`: its finished video shows the previous file, and must be rendered again. */
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
 * Replaces a file with another one of the same kind: in designs, in projects, in brand kits, in items of streams and so
 * in waiting posts, which need approval again if their client approves; then deletes the file. Posts that are being
 * sent and videos that are being rendered keep the file, and the answer names them.
 */
export const replaceLibraryFile = call('replace-library-file', {
  who: 'createContent',
  changes: ['library', 'streams', 'designs', 'videos', 'kits', 'posts', 'approvals'],
  input,
  data: replaced,
});
