/** Popular YouTube videos, with their public figures. */
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import { googleRefusal } from '../remote/google.ts';
import { offerOf } from '../remote/offer.ts';
import { downloadOf } from '../remote/remote.ts';
import type { Failure, Found, Result, Source } from '../source.ts';
import { countOf, termsOf } from './terms.ts';
import { plainText } from './text.ts';
import { rowsOf } from '../remote/rows.ts';

const name = 'YouTube';
/** The size of a page, and the most tags shown for a video. */
const perPage = 10;
const mostTags = 10;

const searched = z.object({
  nextPageToken: z.string().optional(),
  items: rowsOf(z.object({ id: z.object({ videoId: z.string() }) })),
});
const count = z.string().optional();
const listed = z.object({
  items: rowsOf(
    z.object({
      id: z.string(),
      snippet: z.object({
        title: z.string(),
        channelId: z.string(),
        channelTitle: z.string(),
        description: z.string().default(''),
        tags: z.array(z.string()).default([]),
        thumbnails: z.object({ medium: z.object({ url: z.string() }).optional() }).default({}),
      }),
      statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }).default({}),
      status: z.object({ license: z.string().optional() }).default({}),
    }),
  ),
});
type Video = z.infer<typeof listed>['items'][number];

/**
 * Videos that match a keyword. The keyword is `<licence>:<words>`, the licence `any` or `creativeCommon`, or `id:<id>`
 * for one video. A page costs one of the 100 searches a day; dislikes have not been public since 2021.
 * https://developers.google.com/youtube/v3/docs/search/list, https://developers.google.com/youtube/v3/docs/videos/list,
 * as of 2026-11.
 */
export const youtubeTrends = (access: Access): Source<'trend'> => ({
  id: 'youtube',
  kind: 'trend',
  search: async ({ keyword, cursor, signal }) => {
    const [license, words] = termsOf(keyword);
    const question = { access, name, signal, refusalOf: googleRefusal(name) };
    const videos = async (ids: readonly string[], next: string | null): Promise<Found<'trend'> | Failure> => {
      const read = await ask({
        ...question,
        path: '/youtube/v3/videos',
        query: { part: 'snippet,statistics,status', id: ids.join(','), key: access.key },
        schema: listed,
      });
      if (read.kind !== 'read') return read;
      const byId = new Map(read.value.items.map((video) => [video.id, video]));
      const results = ids.flatMap((id) => byId.get(id) ?? []).map(resultOf);
      return { kind: 'found', results, next, quota: read.quota };
    };
    if (license === 'id') return videos([words], null);
    const found = await ask({
      ...question,
      path: '/youtube/v3/search',
      query: {
        part: 'snippet',
        type: 'video',
        ...(license === 'creativeCommon' ? { videoLicense: license } : {}),
        safeSearch: 'moderate',
        maxResults: String(perPage),
        q: words,
        key: access.key,
        ...(cursor === null ? {} : { pageToken: cursor }),
      },
      schema: searched,
    });
    if (found.kind !== 'read') return found;
    const { items, nextPageToken } = found.value;
    if (items.length === 0) return { kind: 'found', results: [], next: null, quota: found.quota };
    return videos(
      items.map(({ id }) => id.videoId),
      nextPageToken ?? null,
    );
  },
  // The page of a deleted or private video exists, too.
  offers: ({ id }, { signal }) =>
    offerOf({
      access,
      name,
      signal,
      refusalOf: googleRefusal(name),
      path: '/youtube/v3/videos',
      query: { part: 'id', id, key: access.key },
      schema: z.object({ items: z.array(z.object({ id: z.string() })) }),
      isThere: ({ items }) => items.some((item) => item.id === id),
    }),
  open: async (reference) =>
    downloadOf(reference, { hosts: ['ytimg.com'], access, cacheSeconds: 86_400, mayKeep: false, name }),
});

function resultOf({ id, snippet, statistics, status }: Video): Result<'trend'> {
  const isCreativeCommons = status.license === 'creativeCommon';
  const title = plainText(snippet.title);
  return {
    id,
    source: 'youtube',
    author: snippet.channelTitle,
    licence: isCreativeCommons ? 'CC BY 3.0' : 'Standard YouTube licence',
    licenceUrl: isCreativeCommons ? 'https://creativecommons.org/licenses/by/3.0/' : null,
    pageUrl: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
    attribution: isCreativeCommons ? `${title} by ${snippet.channelTitle}, CC BY 3.0` : null,
    title,
    thumb: snippet.thumbnails.medium?.url ?? null,
    facts: {
      of: 'youtube',
      channelId: snippet.channelId,
      description: plainText(snippet.description).slice(0, 500),
      tags: snippet.tags.slice(0, mostTags),
      views: countOf(statistics.viewCount),
      likes: countOf(statistics.likeCount),
      comments: countOf(statistics.commentCount),
      isCreativeCommons,
    },
  };
}
