import { z } from 'zod';
import { pageSize, type Source } from '../source.ts';
import { ask, type Access } from './ask.ts';
import { offerOf } from './offer.ts';
import { linkOf, numbered, pageFrom } from './remote.ts';
import { rowsOf } from './rows.ts';

const name = 'Unsplash';

const found = z.object({
  total_pages: z.number(),
  results: rowsOf(
    z.object({
      id: z.string(),
      width: z.number(),
      height: z.number(),
      alt_description: z.string().nullable(),
      urls: z.object({ regular: z.string(), small: z.string() }),
      links: z.object({ html: z.string(), download_location: z.string() }),
      user: z.object({ name: z.string() }),
    }),
  ),
});

/**
 * Photos of Unsplash, whose rules require its own addresses to be shown and each use to be reported. A reference is the
 * picture's address and, after a space, the address for the report. https://unsplash.com/documentation, as of 2026-11.
 */
export const unsplashImages = (access: Access): Source<'image'> => {
  const headers = { authorization: `Client-ID ${access.key}`, 'accept-version': 'v1' };
  return numbered({
    id: 'unsplash',
    kind: 'image',
    name,
    access,
    hosts: ['images.unsplash.com', 'plus.unsplash.com'],
    cacheSeconds: null,
    mayKeep: false,
    ask: async ({ keyword, page, signal }) => {
      const query = { query: keyword, page: String(page), per_page: String(pageSize), content_filter: 'high' };
      return pageFrom(
        await ask({ access, name, signal, headers, query, path: '/search/photos', schema: found }),
        ({ total_pages: pages, results }) => ({
          hasNext: page < pages,
          results: results.map(({ id, user, links, urls, width, height, alt_description }) => ({
            id,
            source: 'unsplash',
            author: user.name,
            licence: 'Unsplash License',
            licenceUrl: 'https://unsplash.com/license',
            pageUrl: linkOf(links.html),
            attribution: `Photo by ${user.name} on Unsplash`,
            title: alt_description ?? '',
            thumb: urls.small,
            file: `${urls.regular} ${links.download_location}`,
            width,
            height,
          })),
        }),
      );
    },
    // https://unsplash.com/documentation#get-a-photo, as of 2026-11.
    offers: ({ id }, { signal }) =>
      offerOf({
        access,
        name,
        signal,
        headers,
        query: {},
        path: `/photos/${encodeURIComponent(id)}`,
        schema: z.object({ id: z.string() }),
      }),
    used: async (reference, { signal }) => {
      const [, address = ''] = reference.split(' ');
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url?.origin !== access.baseUrl.origin)
        return { kind: 'refused', message: 'This is not a picture of Unsplash.' };
      const read = await ask({
        access: { ...access, baseUrl: new URL(url.origin) },
        name,
        signal,
        headers,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        schema: z.object({ url: z.string() }),
      });
      return read.kind === 'read' ? null : read;
    },
  });
};
