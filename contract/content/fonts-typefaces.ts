/** The typefaces in which texts are drawn, as files that the browser and the server shape in the same way. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { nothing } from '../base/fields.ts';

const typeface = z.object({
  id: z.string(),
  family: z.string(),
  /** The category in the list: 'serif'; for a typeface from a source, the source's name. */
  category: z.string(),
  weights: z.array(z.number().int()),
  hasItalic: z.boolean(),
  /** One entry per file: its character set and the characters in it, as a CSS unicode-range. */
  subsets: z.array(z.object({ subset: z.string(), range: z.string() })),
  /**
   * The addresses of the files that are stored elsewhere, by '<id>/<subset>-<weight>-<style>'; empty for a shipped
   * typeface.
   */
  files: z.record(z.string(), z.string()),
});

/**
 * Every shipped typeface, and those that the agency has copied from sources. A file of a shipped one is at
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
 * A shipped one is answered as it is.
 */
export const takeFont = call('take-font', {
  who: 'createContent',
  changes: ['fonts', 'library'],
  input: z.object({ url: z.string().min(1, 'Please choose a font').max(4000) }),
  data: typeface,
});
