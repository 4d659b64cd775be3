import { z } from 'zod';
import { pageSize, type Search, type Source } from '../source.ts';
import { ask, type Access } from './ask.ts';
import { linkOf, numbered, pageFrom } from './remote.ts';
import { rowsOf } from './rows.ts';

const name = 'Openverse';
/**
 * Works are stored on many hosts; Openverse's own proxy serves their previews. The download's guard checks all other
 * addresses.
 */
const files = {
  hosts: ['openverse.org', 'staticflickr.com', 'wikimedia.org', 'jamendo.com', 'freesound.org'],
  cacheSeconds: null,
  mayKeep: true,
};

const work = {
  id: z.string(),
  title: z.string().nullable(),
  creator: z.string().nullable(),
  license: z.string(),
  license_version: z.string().nullable(),
  license_url: z.string().nullable(),
  foreign_landing_url: z.string().nullable(),
  url: z.string(),
  attribution: z.string().nullable(),
};
const pages = { page: z.number(), page_count: z.number() };
const images = z.object({
  ...pages,
  results: rowsOf(
    z.object({ ...work, thumbnail: z.string(), width: z.number().nullable(), height: z.number().nullable() }),
  ),
});
const sounds = z.object({
  ...pages,
  results: rowsOf(z.object({ ...work, duration: z.number().nullable(), genres: z.array(z.string()).nullish() })),
});

/** Works that may be changed and used in advertising. The key is a bearer token, '' for anonymous use. */
const asked = (access: Access, { keyword, page, signal }: Search & { page: number }) => ({
  access,
  name,
  signal,
  headers: access.key === '' ? {} : { authorization: `Bearer ${access.key}` },
  query: {
    q: keyword,
    page: String(page),
    page_size: String(pageSize),
    license_type: 'commercial,modification',
    mature: 'false',
  },
});

const creditOf = (found: {
  id: string;
  title: string | null;
  creator: string | null;
  license: string;
  license_version: string | null;
  license_url: string | null;
  foreign_landing_url: string | null;
  attribution: string | null;
}) => ({
  id: found.id,
  source: 'openverse' as const,
  title: found.title ?? '',
  author: found.creator ?? 'unknown',
  licence: licenceOf(found.license, found.license_version ?? ''),
  licenceUrl: linkOf(found.license_url),
  pageUrl: linkOf(found.foreign_landing_url),
  attribution: found.attribution,
});

/** Anonymous searches reach 240 works: twelve pages of 20. https://api.openverse.org/v1/, as of 2026-11. */
const hasNext = ({ page, page_count: count }: { page: number; page_count: number }): boolean =>
  page < Math.min(count, 240 / pageSize);

/** Images of Openverse. */
export const openverseImages = (access: Access): Source<'image'> =>
  numbered({
    id: 'openverse',
    kind: 'image',
    name,
    access,
    ...files,
    ask: async (search) =>
      pageFrom(await ask({ ...asked(access, search), path: '/v1/images/', schema: images }), (found) => ({
        hasNext: hasNext(found),
        results: found.results.map((image) => ({
          ...creditOf(image),
          thumb: image.thumbnail,
          file: image.url,
          width: image.width ?? 0,
          height: image.height ?? 0,
        })),
      })),
  });

/** Music and sounds of Openverse. */
export const openverseMusic = (access: Access): Source<'music'> =>
  numbered({
    id: 'openverse',
    kind: 'music',
    name,
    access,
    ...files,
    ask: async (search) =>
      pageFrom(await ask({ ...asked(access, search), path: '/v1/audio/', schema: sounds }), (found) => ({
        hasNext: hasNext(found),
        results: found.results.map((sound) => ({
          ...creditOf(sound),
          file: sound.url,
          seconds: Math.round((sound.duration ?? 0) / 1000),
          mood: sound.genres?.[0] ?? '',
        })),
      })),
  });

/** 'CC BY-SA 2.0'; the names of public-domain marks do not begin with 'CC'. */
const licenceOf = (terms: string, version: string): string =>
  `${/^(cc0|pdm)$/.test(terms) ? '' : 'CC '}${terms.toUpperCase()} ${version}`.trim();
