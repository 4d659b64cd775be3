/** The typefaces that texts are drawn in, as files that the browser and the server shape the same. */
import { z } from 'zod';
import { call } from './call.ts';
import { nothing } from './fields.ts';

/** Every typeface that ships; a file of one is at `/fonts/<id>/<subset>-<weight>-<normal or italic>.woff2`. */
export const fetchTypefaces = call('fetch-typefaces', {
  who: 'createContent',
  shows: [],
  input: nothing,
  data: z.array(
    z.object({
      id: z.string(),
      family: z.string(),
      category: z.string(),
      weights: z.array(z.number().int()),
      hasItalic: z.boolean(),
      /** A file each: its character set and the characters in it, as a CSS unicode-range. */
      subsets: z.array(z.object({ subset: z.string(), range: z.string() })),
    }),
  ),
});
