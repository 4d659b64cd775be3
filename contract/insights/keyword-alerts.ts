/** Keywords for which the sources are searched daily, by client. */
import { z } from 'zod';
import { trendKeyword, trendKeywordWords } from '#rules/trends.ts';
import { call } from '../base/call.ts';
import { id, instant, line, noData } from '../base/fields.ts';

/**
 * The result of the last search at a source. `left-out`: the source's daily limit of keywords was reached. `failed`: it
 * did not answer.
 */
export const watchStates = ['answered', 'quota-used-up', 'not-configured', 'left-out', 'failed'] as const;
export type WatchState = (typeof watchStates)[number];

const watched = z.object({
  id: z.string(),
  client_id: z.string(),
  keyword: z.string(),
  /** Null before the first search. */
  checked: instant.nullable(),
  states: z.object({ reddit: z.enum(watchStates).nullable(), youtube: z.enum(watchStates).nullable() }),
  finds_total: z.number().int(),
  /** The latest six finds. */
  finds: z.array(
    z.object({
      id: z.string(),
      source: z.enum(['reddit', 'youtube']),
      title: z.string(),
      url: z.string(),
      /** A community on Reddit, a channel on YouTube; '' if there is none. */
      from: z.string(),
      found: instant,
    }),
  ),
});
/** A keyword that is watched for a client, and its finds. */
export type WatchedKeyword = z.output<typeof watched>;

/** A client's watched keywords, latest first, at most 20; and whether the caller gets new finds by mail. */
export const fetchWatchedKeywords = call('fetch-watched-keywords', {
  who: 'trends',
  shows: ['watched-keywords', 'clients'],
  input: z.object({ client_id: id }),
  data: z.object({ items: z.array(watched), mails: z.boolean() }),
});

/** Watches a keyword for a client from the next search on. */
export const watchKeyword = call('watch-keyword', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({
    client_id: id,
    keyword: line('Keyword', 100).pipe(z.string().regex(trendKeyword, trendKeywordWords)),
  }),
  data: watched,
});

/** Stops watching a keyword, and deletes its finds. */
export const unwatchKeyword = call('unwatch-keyword', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({ id }),
  data: noData,
});

/** Turns on or off a daily mail to the caller with the new finds of all clients' keywords. */
export const saveKeywordMails = call('save-keyword-mails', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({ mails: z.enum(['on', 'off']) }),
  data: noData,
});

/** Ends these mails by the link in each of them, without signing in. */
export const stopKeywordMails = call('stop-keyword-mails', {
  who: 'anyone',
  changes: ['watched-keywords'],
  input: z.object({ token: line('Link', 100) }),
  data: noData,
});
