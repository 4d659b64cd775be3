import { z } from 'zod';
import { pageSize, type Failure, type Source } from '../source.ts';
import { ask, limitOf, type Access } from './ask.ts';
import { offerOf } from './offer.ts';
import { linkOf, numbered, pageFrom } from './remote.ts';
import { rowsOf } from './rows.ts';

const name = 'Jamendo';

const tracks = z.object({
  results: rowsOf(
    z.object({
      id: z.string(),
      name: z.string(),
      duration: z.number(),
      artist_name: z.string(),
      audio: z.string(),
      audiodownload: z.string(),
      audiodownload_allowed: z.boolean(),
      license_ccurl: z.string(),
      shareurl: z.string(),
    }),
  ),
});

const status = z.object({ headers: z.object({ status: z.string(), code: z.number() }) });

/** Jamendo answers 200 with a code of its own: 5 is a wrong client id, 6 and 7 are limits. */
function refusalOf(_status: number, body: unknown): Failure | undefined {
  const read = status.safeParse(body);
  if (!read.success || read.data.headers.status === 'success') return undefined;
  const { code } = read.data.headers;
  if (code === 5) return { kind: 'unauthorized', message: `${name} does not accept the key.` };
  return code === 6 || code === 7 ? limitOf(name, null) : { kind: 'refused', message: `${name} refused the search.` };
}

/**
 * Jamendo music that may be downloaded, used commercially and changed. A free client id is for non-commercial use only.
 * https://developer.jamendo.com/v3.0/tracks, as of 2026-11.
 */
export const jamendoMusic = (access: Access): Source<'music'> =>
  numbered({
    id: 'jamendo',
    kind: 'music',
    name,
    access,
    hosts: ['jamendo.com'],
    cacheSeconds: null,
    mayKeep: true,
    ask: async ({ keyword, page, signal }) => {
      const query = {
        client_id: access.key,
        format: 'json',
        limit: String(pageSize),
        offset: String((page - 1) * pageSize),
        search: keyword,
        include: 'licenses',
        audioformat: 'mp32',
        ccnc: 'false',
        ccnd: 'false',
      };
      return pageFrom(
        await ask({ access, name, signal, query, path: '/v3.0/tracks/', schema: tracks, refusalOf }),
        ({ results }) => ({
          hasNext: results.length === pageSize,
          results: results
            .filter((track) => track.audiodownload_allowed)
            .map((track) => ({
              id: track.id,
              source: 'jamendo' as const,
              author: track.artist_name,
              licence: licenceOf(track.license_ccurl),
              licenceUrl: linkOf(track.license_ccurl),
              pageUrl: linkOf(track.shareurl),
              attribution: `${track.name} by ${track.artist_name} on Jamendo`,
              title: track.name,
              file: track.audiodownload,
              seconds: track.duration,
              mood: '',
            })),
        }),
      );
    },
    // A musician may end the download of a track; the track itself stays.
    offers: ({ id }, { signal }) =>
      offerOf({
        access,
        name,
        signal,
        refusalOf,
        path: '/v3.0/tracks/',
        query: { client_id: access.key, format: 'json', id },
        schema: tracks,
        isThere: ({ results }) => results.some((track) => track.id === id && track.audiodownload_allowed),
      }),
  });

/** 'CC BY-SA 3.0' of http://creativecommons.org/licenses/by-sa/3.0/. */
function licenceOf(address: string): string {
  const [, terms = '', version = ''] = /\/licenses\/([a-z-]+)\/([\d.]+)/.exec(address) ?? [];
  return terms === '' ? 'Creative Commons' : `CC ${terms.toUpperCase()} ${version}`;
}
