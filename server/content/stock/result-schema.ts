/** The schema of a cached result, read back from the database. */
import { z } from 'zod';
import { sourceIds, type ByKind, type Kind, type Result } from '#sources/source.ts';

const credit = z.object({
  id: z.string(),
  source: z.enum(sourceIds),
  author: z.string(),
  licence: z.string(),
  licenceUrl: z.string().nullable(),
  pageUrl: z.string().nullable(),
  attribution: z.string().nullable(),
});
const size = { width: z.number(), height: z.number() };
const picture = { title: z.string(), thumb: z.string(), file: z.string() };
const box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

const figure = z.number().nullable();
const trendFacts = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('reddit'),
    subreddit: z.string(),
    ups: figure,
    subscribers: figure,
    comments: figure,
    awards: z.array(z.string()),
  }),
  z.object({
    of: z.literal('youtube'),
    channelId: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    views: figure,
    likes: figure,
    comments: figure,
    isCreativeCommons: z.boolean(),
  }),
  z.object({
    of: z.literal('google'),
    traffic: z.string(),
    begunAt: z.string(),
    articles: z.array(
      z.object({ title: z.string(), url: z.string(), source: z.string(), thumb: z.string().nullable() }),
    ),
  }),
  z.object({ of: z.literal('twitter'), posts: figure }),
]);

type Schemas = { readonly [K in Kind]: z.ZodType<Result<K>> };

/** The schema of a result of each kind. */
export const resultSchemas: Schemas = {
  image: credit.extend({ ...picture, ...size }),
  meme: credit.extend({ ...picture, ...size, boxes: z.array(box) }),
  video: credit.extend({ ...picture, ...size, seconds: z.number() }),
  viral: credit.extend({
    title: z.string(),
    thumb: z.string(),
    file: z.string().nullable(),
    seconds: z.number().nullable(),
  }),
  quote: credit.extend({ quote: z.string(), work: z.string(), topics: z.array(z.string()) }),
  font: credit.extend({
    family: z.string(),
    category: z.string(),
    weights: z.array(z.number()),
    scripts: z.array(z.string()),
    file: z.string(),
  }),
  business: credit.extend({
    name: z.string(),
    town: z.string(),
    address: z.string(),
    site: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    hours: z.string().nullable(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  trend: credit.extend({ title: z.string(), thumb: z.string().nullable(), facts: trendFacts }),
  music: credit.extend({ title: z.string(), file: z.string(), seconds: z.number(), mood: z.string() }),
} satisfies { readonly [K in Kind]: z.ZodType<ByKind[K]> };

/** The results of a cached page; null for a page that another version of the product has written. */
export function resultsOf<K extends Kind>(kind: K, results: unknown): readonly Result<K>[] | null {
  const schema: Schemas[K] = resultSchemas[kind];
  const read = z.array(schema).safeParse(results);
  return read.success ? read.data : null;
}
