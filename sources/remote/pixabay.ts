import { z } from 'zod';
import { pageSize, type Failure, type Offer, type Search, type Source, type TakenWork } from '../source.ts';
import { ask, type Access, type Read } from './ask.ts';
import { isPageIn, offerOf } from './offer.ts';
import { daySeconds, linkOf, numbered, pageFrom, type Page } from './remote.ts';
import { rowsOf } from './rows.ts';

const licence = { licence: 'Pixabay Content License', licenceUrl: 'https://pixabay.com/service/license-summary/' };
const files = { hosts: ['pixabay.com'], cacheSeconds: daySeconds, mayKeep: true };
const name = 'Pixabay';

const images = z.object({
  totalHits: z.number(),
  hits: rowsOf(
    z.object({
      id: z.number(),
      pageURL: z.string(),
      tags: z.string(),
      user: z.string(),
      webformatURL: z.string(),
      largeImageURL: z.string(),
      imageWidth: z.number(),
      imageHeight: z.number(),
    }),
  ),
});

const videos = z.object({
  totalHits: z.number(),
  hits: rowsOf(
    z.object({
      id: z.number(),
      pageURL: z.string(),
      tags: z.string(),
      user: z.string(),
      duration: z.number(),
      videos: z.object({
        medium: z.object({ url: z.string(), width: z.number(), height: z.number(), thumbnail: z.string() }),
      }),
    }),
  ),
});

const asked = (access: Access, { keyword, page, signal }: Search & { page: number }) => ({
  access,
  name,
  signal,
  refusalOf,
  query: {
    key: access.key,
    q: keyword.slice(0, 100),
    page: String(page),
    per_page: String(pageSize),
    safesearch: 'true',
  },
});

const found = z.object({ hits: z.array(z.object({ id: z.number() })) });

/** A search for one id finds it, or nothing. https://pixabay.com/api/docs/, as of 2026-11. */
const offerAt = (access: Access, path: string, { id, signal }: TakenWork & { signal: AbortSignal }) =>
  offerOf({
    access,
    name,
    signal,
    refusalOf,
    path,
    query: { key: access.key, id },
    schema: found,
    isThere: ({ hits }) => hits.some((hit) => String(hit.id) === id),
  });

const isVideo = (work: TakenWork): boolean => work.pageUrl !== '' && isPageIn(work, ['videos']);
const other: Offer = { kind: 'other' };

/** Pixabay answers 400 with plain text, not JSON, both for a wrong key and for a page after the last. */
const refusalOf = (status: number, body: unknown): Failure | undefined =>
  status === 400 && body === undefined
    ? { kind: 'unauthorized', message: 'Pixabay does not accept the key.' }
    : undefined;

/** A page after the last one is an error there, so none is requested. */
const hasNext = (total: number, { page }: { page: number }): boolean => page * pageSize < Math.min(total, 500);

const creditOf = ({ id, user, pageURL, tags }: { id: number; user: string; pageURL: string; tags: string }) => ({
  id: String(id),
  source: 'pixabay' as const,
  author: user,
  ...licence,
  pageUrl: linkOf(pageURL),
  attribution: `${user} on Pixabay`,
  title: tags,
});

/**
 * Images of Pixabay: 100 searches a minute; files must be copied, not linked. https://pixabay.com/api/docs/, as of
 * 2026-11.
 */
export const pixabayImages = (access: Access): Source<'image'> =>
  numbered({
    id: 'pixabay',
    kind: 'image',
    name,
    access,
    ...files,
    ask: async (search): Promise<Read<Page<'image'>> | Failure> =>
      pageFrom(await ask({ ...asked(access, search), path: '/api/', schema: images }), ({ totalHits, hits }) => ({
        hasNext: hasNext(totalHits, search),
        results: hits.map((hit) => ({
          ...creditOf(hit),
          thumb: hit.webformatURL,
          file: hit.largeImageURL,
          width: hit.imageWidth,
          height: hit.imageHeight,
        })),
      })),
    offers: async (work, options) => (isVideo(work) ? other : offerAt(access, '/api/', { ...work, ...options })),
  });

/** Videos of Pixabay. */
export const pixabayVideos = (access: Access): Source<'video'> =>
  numbered({
    id: 'pixabay',
    kind: 'video',
    name,
    access,
    ...files,
    ask: async (search) =>
      pageFrom(
        await ask({ ...asked(access, search), path: '/api/videos/', schema: videos }),
        ({ totalHits, hits }) => ({
          hasNext: hasNext(totalHits, search),
          results: hits.map((hit) => {
            const { url, width, height, thumbnail } = hit.videos.medium;
            return { ...creditOf(hit), thumb: thumbnail, file: url, width, height, seconds: hit.duration };
          }),
        }),
      ),
    offers: async (work, options) => (isVideo(work) ? offerAt(access, '/api/videos/', { ...work, ...options }) : other),
  });
