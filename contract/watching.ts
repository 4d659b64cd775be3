/** Keywords that are looked for each day for a client. */
import { z } from 'zod';
import { trendKeyword, trendKeywordWords } from '#rules/trends.ts';
import { call } from './call.ts';
import { id, instant, line, noData } from './fields.ts';

/**
 * What came of the last look at a source. `left-out`: as many keywords as may be asked for there on one day had been.
 * `failed`: it did not answer.
 */
export const watchStates = ['answered', 'quota-used-up', 'not-configured', 'left-out', 'failed'] as const;
export type WatchState = (typeof watchStates)[number];

const watched = z.object({
  id: z.string(),
  client_id: z.string(),
  keyword: z.string(),
  /** Null before the first look. */
  checked: instant.nullable(),
  states: z.object({ reddit: z.enum(watchStates).nullable(), youtube: z.enum(watchStates).nullable() }),
  finds_total: z.number().int(),
  /** The latest six. */
  finds: z.array(
    z.object({
      id: z.string(),
      source: z.enum(['reddit', 'youtube']),
      title: z.string(),
      url: z.string(),
      /** A community at Reddit, a channel at YouTube; '' where it has none. */
      from: z.string(),
      found: instant,
    }),
  ),
});
export type WatchedKeyword = z.output<typeof watched>;

/** A client's watched keywords, the latest first, at most 20; and whether the asking person is mailed what is new. */
export const fetchWatchedKeywords = call('fetch-watched-keywords', {
  who: 'trends',
  shows: ['watched-keywords', 'clients'],
  input: z.object({ client_id: id }),
  data: z.object({ items: z.array(watched), mails: z.boolean() }),
});

/** Watches a keyword for a client from the next look on. */
export const watchKeyword = call('watch-keyword', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({
    client_id: id,
    keyword: line('Keyword', 100).pipe(z.string().regex(trendKeyword, trendKeywordWords)),
  }),
  data: watched,
});

/** Stops watching a keyword, and forgets what was found for it. */
export const unwatchKeyword = call('unwatch-keyword', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({ id }),
  data: noData,
});

/** Whether the asking person is mailed once a day what is new for any client's keywords. */
export const saveKeywordMails = call('save-keyword-mails', {
  who: 'trends',
  changes: ['watched-keywords'],
  input: z.object({ mails: z.enum(['on', 'off']) }),
  data: noData,
});

/** Ends these mails by the link that stands in each of them, without signing in. */
export const stopKeywordMails = call('stop-keyword-mails', {
  who: 'anyone',
  changes: ['watched-keywords'],
  input: z.object({ token: line('Link', 100) }),
  data: noData,
});
