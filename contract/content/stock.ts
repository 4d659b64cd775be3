/** Searches for pictures, videos, quotes, typefaces, music and memes, in built-in or configured sources. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { line } from '../base/fields.ts';

/** The kinds of things to search for. */
export const searchTypes = ['image', 'video', 'quote', 'font', 'music', 'meme'] as const;
export type SearchType = (typeof searchTypes)[number];

/** The fields of every result; `page_url` and `licence_url` are links for a person. */
const common = {
  id: z.string(),
  source: z.string(),
  author: z.string(),
  licence: z.string(),
  licence_url: z.string().nullable(),
  page_url: z.string().nullable(),
  /** The credit that must be shown with the work; null if none must. */ credit: z.string().nullable(),
  /** Since when the source has not answered, so that the result is from that time. Null while it answers. */
  stale_since: z.string().nullable(),
};
const title = z.string();
const size = { width: z.number(), height: z.number() };
/** A text area of a meme, as fractions (0 to 1) of its width and height. */
const box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

/** One result of a search, by kind. Sizes in px (0 if unknown). */
export const found = {
  image: z.object({ ...common, title, image: z.string(), thumb: z.string(), ...size }),
  meme: z.object({ ...common, title, image: z.string(), thumb: z.string(), ...size, boxes: z.array(box) }),
  /** `image` is the preview, `url` the video itself. */
  video: z.object({ ...common, title, image: z.string(), url: z.string(), ...size, seconds: z.number() }),
  quote: z.object({ ...common, quote: z.string(), work: z.string() }),
  font: z.object({ ...common, family: z.string(), category: z.string(), url: z.string() }),
  music: z.object({ ...common, title, url: z.string(), seconds: z.number() }),
} as const satisfies Record<SearchType, z.ZodType>;

/** A result of each kind. */
export type Found = { [Type in SearchType]: z.output<(typeof found)[Type]> };

const keyword = line('Keyword', 100);
const page = z.coerce.number().int().min(1).max(200);

/**
 * A page of up to 20 results, pages counted from 1; an empty page is the end. The first page comes from the first
 * healthy source in the operator's order; further pages pass the `source` of its results to stay with that source.
 */
export const searchMedia = call('search-media', {
  who: 'createContent',
  shows: [],
  input: z.object({
    keyword,
    page: page.default(1),
    search_type: z.enum(searchTypes),
    source: z.string().max(40).optional(),
  }),
  data: z.array(z.union([found.meme, found.image, found.video, found.quote, found.font, found.music])),
});
