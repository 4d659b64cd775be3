/** The typefaces and emoji pictures with which text in videos is drawn. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { nothing } from '../base/fields.ts';

/** The shipped typefaces, and those that the agency has copied from sources. */
export const fetchFonts = call('fetch-fonts', {
  who: 'createContent',
  shows: ['fonts'],
  input: nothing,
  data: z.array(z.object({ family: z.string(), category: z.string() })),
});

/**
 * The files of a family and its fallbacks for missing characters, in the order of precedence. `range` is a CSS
 * unicode-range. An unknown family gets the default one. `slanted` and `emboldened`: the family lacks the requested
 * face, which is then synthesised.
 */
export const fetchFontFiles = call('fetch-font-files', {
  who: 'createContent',
  shows: ['fonts'],
  input: z.object({
    family: z.string().max(100),
    bold: z.boolean().default(false),
    italic: z.boolean().default(false),
  }),
  data: z.array(z.object({ url: z.string(), range: z.string(), slanted: z.boolean(), emboldened: z.boolean() })),
});

/** The pictures of those emoji that have one. */
export const fetchEmoji = call('fetch-emoji', {
  who: 'createContent',
  shows: [],
  input: z.object({ graphemes: z.array(z.string().min(1).max(40)).max(500) }),
  data: z.array(z.object({ grapheme: z.string(), url: z.string() })),
});
