/** Google searches of a country, from the public feed of Google Trends. */
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import { downloadOf } from '../remote/remote.ts';
import type { Result, Source } from '../source.ts';
import { plainText } from './text.ts';
import { rowsOf } from '../remote/rows.ts';

const name = 'Google Trends';

const lists: ReadonlySet<string> = new Set(['item', 'ht:news_item']);
const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: true, isArray: (tag) => lists.has(tag) });

const text = z.string().default('');
const article = z.object({
  'ht:news_item_title': text,
  'ht:news_item_url': text,
  'ht:news_item_source': text,
  'ht:news_item_picture': text,
});
const item = z.object({
  title: z.string(),
  pubDate: z.string(),
  'ht:approx_traffic': text,
  'ht:picture': text,
  'ht:picture_source': text,
  'ht:news_item': rowsOf(article).default([]),
});
/** NOTE the parser returns '' for a channel without items. */
const feed = z.object({
  rss: z.object({ channel: z.union([z.object({ item: rowsOf(item).default([]) }), z.literal('')]) }),
});

/** The XML of a feed as an object; undefined if it cannot be parsed. */
function parse(xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch {
    return undefined; // unreadable: the schema reports it
  }
}

/**
 * The rising searches of a country; the keyword is its ISO 3166 code (`US`). The feed covers the last day and has
 * neither pages nor periods. https://trends.google.com/trending, *Export*, RSS feed, as of 2026-11.
 */
export const googleTrends = (access: Access): Source<'trend'> => ({
  id: 'google-trends',
  kind: 'trend',
  search: async ({ keyword, signal }) => {
    const read = await ask({
      access,
      name,
      signal,
      path: '/trending/rss',
      query: { geo: keyword.toUpperCase() },
      headers: { accept: 'application/rss+xml, application/xml' },
      parse,
      schema: feed,
    });
    if (read.kind !== 'read') return read;
    const { channel } = read.value.rss;
    const items = channel === '' ? [] : channel.item;
    return { kind: 'found', results: items.flatMap(resultOf), next: null, quota: read.quota };
  },
  open: async (reference) =>
    downloadOf(reference, { hosts: ['gstatic.com'], access, cacheSeconds: 86_400, mayKeep: false, name }),
});

function resultOf(found: z.infer<typeof item>): Result<'trend'>[] {
  const begun = new Date(found.pubDate);
  const title = plainText(found.title).trim();
  if (Number.isNaN(begun.getTime()) || title === '') return [];
  return [
    {
      id: `${begun.toISOString()} ${title}`,
      source: 'google-trends',
      author: found['ht:picture_source'],
      licence: 'All rights reserved by their owners',
      licenceUrl: null,
      pageUrl: `https://www.google.com/search?q=${encodeURIComponent(title)}`,
      attribution: null,
      title,
      thumb: pictureOf(found['ht:picture']),
      facts: {
        of: 'google',
        traffic: found['ht:approx_traffic'],
        begunAt: begun.toISOString(),
        articles: found['ht:news_item'].flatMap((news) => {
          const url = news['ht:news_item_url'];
          if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return [];
          return [
            {
              title: plainText(news['ht:news_item_title']),
              url,
              source: plainText(news['ht:news_item_source']),
              thumb: pictureOf(news['ht:news_item_picture']),
            },
          ];
        }),
      },
    },
  ];
}

const pictureOf = (address: string): string | null => (URL.canParse(address) ? address : null);
