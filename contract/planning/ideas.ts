/** Ideas for posts of a client. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, instant, line, listInput, noData, page, text } from '../base/fields.ts';
import { neededInFull, version } from '../base/versions.ts';

const idea = z.object({
  id: z.string(),
  client_id: z.string(),
  title: z.string(),
  words: z.string(),
  /** The address where it was found; '' if there is none. */
  url: z.string(),
  created: instant,
  /** The stream whose item it became; null if it has not become one, or if that stream was deleted. */
  used: z.object({ at: instant, stream: z.object({ id: z.string(), title: z.string() }).nullable() }).nullable(),
  version,
});
/** A post found in Trends and kept for a client. */
export type Idea = z.output<typeof idea>;

/** A client's ideas, latest first. */
export const fetchIdeas = call('fetch-ideas', {
  who: 'manageStreams',
  shows: ['ideas', 'clients', 'streams'],
  input: z.object({ ...listInput, client_id: id }),
  data: page(idea),
});

/** Saves an idea for a client; with `id`, changes one, which keeps its client. */
export const saveIdea = call('save-idea', {
  who: 'manageStreams',
  changes: ['ideas'],
  input: z
    .object({
      id: id.optional(),
      client_id: id.optional(),
      title: line('Title', 300),
      words: text(20_000),
      url: text(2000).pipe(
        z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' })]),
      ),
      version: version.optional(),
    })
    .partial({ title: true, words: true, url: true })
    .check(neededInFull({ title: 'Title is required' }, { creates: true })),
  data: idea,
});

/** Deletes an idea; an item made from it stays. */
export const deleteIdea = call('delete-idea', {
  who: 'manageStreams',
  changes: ['ideas'],
  input: z.object({ id }),
  data: noData,
});

/**
 * Adds an idea to a text stream as an item with these words, and records that. `used_at` is `used.at` of the idea as it
 * was shown, null without one: if it has become an item since, the call is refused (409).
 */
export const makeIdeaItem = call('make-idea-item', {
  who: 'manageStreams',
  changes: ['ideas', 'streams'],
  input: z.object({
    id,
    content_stream_id: id,
    title: text(300),
    text: line('Text', 100_000),
    used_at: z.string().max(40).nullable(),
  }),
  data: noData,
});
