/** The typefaces that texts are drawn in, as files that the browser and the server shape the same. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { nothing } from '../base/fields.ts';

const typeface = z.object({
  id: z.string(),
  family: z.string(),
  /** What it is listed under: 'serif'; the source's name where it was taken from one. */
  category: z.string(),
  weights: z.array(z.number().int()),
  hasItalic: z.boolean(),
  /** A file each: its character set and the characters in it, as a CSS unicode-range. */
  subsets: z.array(z.object({ subset: z.string(), range: z.string() })),
  /** The addresses of the files that lie elsewhere, by '<id>/<subset>-<weight>-<style>'; none of one that ships. */
  files: z.record(z.string(), z.string()),
});

/**
 * Every typeface that ships, and those that the agency has taken from sources. A file of one that ships is at
 * `/fonts/<id>/<subset>-<weight>-<normal or italic>.woff2`.
 */
export const fetchTypefaces = call('fetch-typefaces', {
  who: 'createContent',
  shows: ['fonts'],
  input: nothing,
  data: z.array(typeface),
});

/**
 * Copies a font that `search-media` has found into the agency's library, with its licence; `url` is that of the result.
 * One that ships with the product is answered as it is.
 */
export const takeFont = call('take-font', {
  who: 'createContent',
  changes: ['fonts', 'library'],
  input: z.object({ url: z.string().min(1, 'Please choose a font').max(4000) }),
  data: typeface,
});
