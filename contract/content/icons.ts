/** Emoji and icons for designs: found by name and meaning, drawn as SVG. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { text } from '../base/fields.ts';

const set = z.enum(['emoji', 'icon']);
const name = z.string().regex(/^[a-z0-9-]{1,100}$/);
/** A drawing as SVG; an icon is drawn in `currentColor`. */
const svg = z.string();

/** A page of emoji or icons, best first; without a keyword all of a category, or all. `next` is a cursor. */
export const searchIcons = call('search-signs', {
  who: 'createContent',
  shows: [],
  input: z.object({
    set,
    keyword: text(100).default(''),
    category: text(100).default(''),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  data: z.object({
    items: z.array(z.object({ sign: z.string(), name: z.string(), svg })),
    categories: z.array(z.string()),
    next: z.string().nullable(),
    total: z.number().int(),
  }),
});

/** The drawings of icons by their names, and of emoji by their characters; those that do not exist are left out. */
export const fetchIcons = call('fetch-signs', {
  who: 'createContent',
  shows: [],
  input: z.object({
    signs: z
      .array(z.object({ set, sign: name }))
      .max(500)
      .default([]),
    emoji: z.array(z.string().min(1).max(40)).max(500).default([]),
  }),
  data: z.object({
    signs: z.array(z.object({ set, sign: z.string(), svg })),
    emoji: z.array(z.object({ emoji: z.string(), svg })),
  }),
});
