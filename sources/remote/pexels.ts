import { z } from 'zod';
import { pageSize, type Search, type Source } from '../source.ts';
import { ask, type Access } from './ask.ts';
import { isPageIn, offerOf } from './offer.ts';
import { daySeconds, linkOf, numbered, pageFrom } from './remote.ts';
import { rowsOf } from './rows.ts';

const licence = { licence: 'Pexels License', licenceUrl: 'https://www.pexels.com/license/' };
const files = { hosts: ['images.pexels.com', 'videos.pexels.com'], cacheSeconds: daySeconds, mayKeep: true };
const name = 'Pexels';

const photos = z.object({
  photos: rowsOf(
    z.object({
      id: z.number(),
      width: z.number(),
      height: z.number(),
      url: z.string(),
      photographer: z.string(),
      alt: z.string().nullish(),
      src: z.object({ large2x: z.string(), medium: z.string() }),
    }),
  ),
  next_page: z.string().optional(),
});

const videos = z.object({
  videos: rowsOf(
    z.object({
      id: z.number(),
      width: z.number(),
      height: z.number(),
      url: z.string(),
      image: z.string(),
      duration: z.number(),
      user: z.object({ name: z.string() }),
      video_files: z.array(
        z.object({
          file_type: z.string(),
          width: z.number().nullable(),
          height: z.number().nullable(),
          link: z.string(),
        }),
      ),
    }),
  ),
  next_page: z.string().optional(),
});

const single = z.object({ id: z.number() });

const asked = (access: Access, { keyword, page, signal }: Search & { page: number }) => ({
  access,
  name,
  signal,
  query: { query: keyword, page: String(page), per_page: String(pageSize) },
  headers: { authorization: access.key },
});

const askedAbout = (access: Access, signal: AbortSignal) => ({
  access,
  name,
  signal,
  query: {},
  headers: { authorization: access.key },
  schema: single,
});

/** Photos of Pexels: 200 searches an hour. https://www.pexels.com/api/documentation/, as of 2026-11. */
export const pexelsImages = (access: Access): Source<'image'> =>
  numbered({
    id: 'pexels',
    kind: 'image',
    name,
    access,
    ...files,
    ask: async (search) =>
      pageFrom(await ask({ ...asked(access, search), path: '/v1/search', schema: photos }), (found) => ({
        hasNext: found.next_page !== undefined,
        results: found.photos.map(({ id, photographer, url, src, width, height, alt }) => ({
          id: String(id),
          source: 'pexels',
          author: photographer,
          ...licence,
          pageUrl: linkOf(url),
          attribution: `Photo by ${photographer} on Pexels`,
          title: alt ?? '',
          thumb: src.medium,
          file: src.large2x,
          width,
          height,
        })),
      })),
    // https://www.pexels.com/api/documentation/#photos-show, as of 2026-11.
    offers: async (work, { signal }) =>
      isPageIn(work, ['photo'])
        ? offerOf({ ...askedAbout(access, signal), path: `/v1/photos/${encodeURIComponent(work.id)}` })
        : { kind: 'other' },
  });

/** Videos of Pexels; the file is the largest MP4 up to 1,920 px wide. */
export const pexelsVideos = (access: Access): Source<'video'> =>
  numbered({
    id: 'pexels',
    kind: 'video',
    name,
    access,
    ...files,
    ask: async (search) =>
      pageFrom(await ask({ ...asked(access, search), path: '/videos/search', schema: videos }), (found) => ({
        hasNext: found.next_page !== undefined,
        results: found.videos.flatMap(({ id, user, url, image, duration, video_files }) => {
          const fitting = video_files.filter(
            (file) => file.file_type === 'video/mp4' && (file.width ?? Infinity) <= 1_920,
          );
          const file = fitting.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0];
          if (!file) return [];
          return [
            {
              id: String(id),
              source: 'pexels' as const,
              author: user.name,
              ...licence,
              pageUrl: linkOf(url),
              attribution: `Video by ${user.name} on Pexels`,
              title: '',
              thumb: image,
              file: file.link,
              width: file.width ?? 0,
              height: file.height ?? 0,
              seconds: duration,
            },
          ];
        }),
      })),
    // https://www.pexels.com/api/documentation/#videos-show, as of 2026-11.
    offers: async (work, { signal }) =>
      isPageIn(work, ['video'])
        ? offerOf({ ...askedAbout(access, signal), path: `/videos/videos/${encodeURIComponent(work.id)}` })
        : { kind: 'other' },
  });
