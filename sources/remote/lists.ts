/** Sources that return their whole list at once: it is stored for a day, and searched and paged here. */

import { z } from 'zod';
import { pageOf } from '../paging.ts';
import type { Failure, Kind, Result, Search, Source, SourceId } from '../source.ts';
import { finder } from '../words.ts';
import { noFace } from '../faces.ts';
import { ask, type Access, type Read } from './ask.ts';
import { googleRefusal } from './google.ts';
import { daySeconds, downloadOf, linkOf } from './remote.ts';
import { rowsOf } from './rows.ts';

type Listed<K extends Kind> = {
  id: SourceId;
  kind: K;
  name: string;
  access: Access;
  hosts: readonly string[];
  load(signal: AbortSignal): Promise<Read<Result<K>[]> | Failure>;
  namedOf(result: Result<K>): { name: string; tags: readonly string[] };
  /** Whether a keyword that matches nothing returns the whole list. */
  isNeverEmpty: boolean;
  /**
   * Whether a work missing from the list is no longer offered: a list of the best-known works says nothing about
   * others.
   */
  isWhole: boolean;
};

function listed<K extends Kind>(given: Listed<K>): Source<K> {
  const { id, kind, load, namedOf, isNeverEmpty, isWhole, ...files } = given;
  let kept: { until: number; find: (keyword: string) => readonly Result<K>[] } | null = null;
  const finderNow = async (signal: AbortSignal) => {
    if (kept && kept.until > Date.now()) return kept.find;
    const read = await load(signal);
    if (read.kind !== 'read') return read;
    kept = { until: Date.now() + daySeconds * 1000, find: finder(read.value, namedOf) };
    return kept.find;
  };
  const offers: NonNullable<Source<K>['offers']> = async (work, { signal }) => {
    const find = await finderNow(signal);
    if (typeof find !== 'function') return find;
    return { kind: find('').some((result) => result.id === work.id) ? 'offered' : 'gone' };
  };
  return {
    id,
    kind,
    search: async ({ keyword, cursor, signal }: Search) => {
      const find = await finderNow(signal);
      if (typeof find !== 'function') return find;
      const meant = find(keyword);
      return pageOf(meant.length === 0 && isNeverEmpty ? find('') : meant, cursor);
    },
    ...(isWhole && { offers }),
    open: async (reference) => downloadOf(reference, { ...files, cacheSeconds: null, mayKeep: true }),
  };
}

const fonts = z.object({
  items: rowsOf(
    z.object({
      family: z.string(),
      category: z.string(),
      variants: z.array(z.string()),
      subsets: z.array(z.string()),
      files: z.record(z.string(), z.string()),
    }),
  ),
});

/**
 * Typefaces of Google Fonts, the most popular first. https://developers.google.com/fonts/docs/developer_api, as of
 * 2026-11.
 */
export const googleFonts = (access: Access): Source<'font'> =>
  listed({
    id: 'google-fonts',
    kind: 'font',
    name: 'Google Fonts',
    access,
    hosts: ['fonts.gstatic.com'],
    isNeverEmpty: false,
    isWhole: true,
    namedOf: ({ family, category, scripts }) => ({ name: family, tags: [category, ...scripts] }),
    load: async (signal) => {
      const query = { key: access.key, sort: 'popularity', capability: 'WOFF2' };
      const read = await ask({
        access,
        name: 'Google Fonts',
        signal,
        query,
        path: '/webfonts/v1/webfonts',
        schema: fonts,
        refusalOf: googleRefusal('Google Fonts'),
        maxBytes: 16_000_000,
      });
      return read.kind === 'read' ? { ...read, value: read.value.items.flatMap(fontOf) } : read;
    },
  });

function fontOf({
  family,
  category,
  variants,
  subsets,
  files,
}: z.infer<typeof fonts>['items'][number]): Result<'font'>[] {
  const regular = files.regular ?? Object.values(files)[0];
  if (regular === undefined) return [];
  const faces = [regular, files['700'], files.italic, files['700italic']];
  const weights = [...new Set(variants.map((variant) => Number.parseInt(variant, 10) || 400))];
  const credit = {
    author: 'Google Fonts',
    licence: 'Open Source',
    licenceUrl: 'https://fonts.google.com/attribution',
    attribution: null,
  };
  const pageUrl = `https://fonts.google.com/specimen/${encodeURIComponent(family).replaceAll('%20', '+')}`;
  return [
    {
      id: family,
      source: 'google-fonts',
      ...credit,
      pageUrl,
      family,
      category,
      weights,
      scripts: subsets,
      file: faces.map((face) => face?.replace(/^http:\/\/fonts\./, 'https://fonts.') ?? noFace).join(' '),
    },
  ];
}

const memes = z.object({
  success: z.literal(true),
  data: z.object({
    memes: rowsOf(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        width: z.number(),
        height: z.number(),
        box_count: z.number(),
      }),
    ),
  }),
});

/** The hundred best-known memes of Imgflip, which has no search of its own. https://imgflip.com/api, as of 2026-11. */
export const imgflipMemes = (access: Access): Source<'meme'> =>
  listed({
    id: 'imgflip',
    kind: 'meme',
    name: 'Imgflip',
    access,
    hosts: ['imgflip.com'],
    isNeverEmpty: true,
    isWhole: false,
    namedOf: ({ title }) => ({ name: title, tags: [] }),
    load: async (signal) => {
      const read = await ask({ access, name: 'Imgflip', signal, query: {}, path: '/get_memes', schema: memes });
      return read.kind === 'read' ? { ...read, value: read.value.data.memes.map(memeOf) } : read;
    },
  });

/** NOTE Imgflip says how many texts a meme has, not where they go: they are stacked. */
function memeOf({
  id,
  name,
  url,
  width,
  height,
  box_count: count,
}: z.infer<typeof memes>['data']['memes'][number]): Result<'meme'> {
  const boxes = Array.from({ length: count }, (_, at) => ({
    left: 0.05,
    top: 0.03 + (0.94 * at) / count,
    width: 0.9,
    height: 0.9 / Math.max(4, count),
  }));
  const credit = {
    author: 'unknown',
    licence: 'All rights reserved by their owners',
    licenceUrl: null,
    attribution: null,
  };
  return {
    id,
    source: 'imgflip',
    ...credit,
    pageUrl: linkOf(`https://imgflip.com/meme/${id}`),
    title: name,
    thumb: url,
    file: url,
    width,
    height,
    boxes,
  };
}
