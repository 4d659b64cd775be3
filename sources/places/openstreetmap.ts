/** Businesses of a trade in a town, from OpenStreetMap: Nominatim finds the town, Overpass finds what is in it. */
import { z } from 'zod';
import { ask, type Access } from '../remote/ask.ts';
import { termsOf } from '../trends/terms.ts';
import type { Result, Source } from '../source.ts';
import { trades } from './trades.ts';

const name = 'OpenStreetMap';
/** The most businesses in one answer, the seconds Overpass may work, and the radius of a search in metres. */
const mostBusinesses = 200;
const overpassSeconds = 20;
const mostMetres = 15_000;
const leastMetres = 2_000;
const metresADegree = 111_320;

const towns = z.array(
  z.object({ lat: z.string(), lon: z.string(), display_name: z.string(), boundingbox: z.array(z.string()).length(4) }),
);
const point = { lat: z.number(), lon: z.number() };
const found = z.object({
  elements: z.array(
    z.object({
      type: z.enum(['node', 'way', 'relation']),
      id: z.number(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      center: z.object(point).optional(),
      tags: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Element = z.infer<typeof found>['elements'][number];

/**
 * The keyword is `<trade>:<town>`. One answer contains every result, in Overpass's order. Both servers require a name
 * of the caller and few requests: the caller sends one at a time and one a second.
 * https://operations.osmfoundation.org/policies/nominatim/,
 * https://dev.overpass-api.de/overpass-doc/en/preface/commons.html, as of 2026-11.
 */
export const openStreetMap = (access: Access): Source<'business'> => ({
  id: 'openstreetmap',
  kind: 'business',
  search: async ({ keyword, signal }) => {
    const [tradeId, words] = termsOf(keyword);
    const trade = trades.find(({ id }) => id === tradeId);
    if (trade === undefined) return { kind: 'refused', message: 'Please choose a trade from the list.' };
    const headers = { 'user-agent': 'AgencyReel/1.0 (business finder)' };
    const town = await ask({
      access,
      name,
      signal,
      headers,
      path: '/search',
      query: { q: words, format: 'jsonv2', limit: '1', featureType: 'settlement' },
      schema: towns,
    });
    if (town.kind !== 'read') return town;
    const [at] = town.value;
    if (at === undefined) return { kind: 'found', results: [], next: null, quota: null };
    const around = `(around:${radiusOf(at.boundingbox.map(Number))},${Number(at.lat)},${Number(at.lon)})`;
    const read = await ask({
      access: { ...access, baseUrl: access.otherUrl ?? access.baseUrl, timeoutMs: (overpassSeconds + 5) * 1000 },
      name,
      signal,
      headers,
      path: '/api/interpreter',
      query: {
        data: [
          `[out:json][timeout:${overpassSeconds}]`,
          `nwr${trade.filter}["name"]${around}`,
          `out center ${mostBusinesses};`,
        ].join(';'),
      },
      schema: found,
    });
    if (read.kind !== 'read') return read;
    const results = read.value.elements.flatMap((element) => resultOf(element, at.display_name));
    return { kind: 'found', results, next: null, quota: null };
  },
  open: async () => ({ kind: 'refused', message: 'OpenStreetMap has no files.' }),
});

/** Half the height of a town's bounding box (south, north, west, east in degrees) in metres, within limits. */
function radiusOf([south = 0, north = 0]: readonly number[]): number {
  const metres = Math.round((Math.abs(north - south) / 2) * metresADegree);
  return Math.min(mostMetres, Math.max(leastMetres, metres));
}

const first = (tags: Readonly<Record<string, string>>, ...names: string[]): string | null =>
  names.map((each) => tags[each]?.trim() ?? '').find((value) => value !== '') ?? null;

function resultOf({ type, id, lat, lon, center, tags }: Element, town: string): Result<'business'>[] {
  const place = { latitude: lat ?? center?.lat, longitude: lon ?? center?.lon };
  const { latitude, longitude } = place;
  const title = first(tags, 'name');
  if (latitude === undefined || longitude === undefined || title === null) return [];
  const street = [tags['addr:street'] ?? tags['addr:place'], tags['addr:housenumber']].filter(Boolean).join(' ');
  const city = [tags['addr:postcode'], tags['addr:city']].filter(Boolean).join(' ');
  return [
    {
      id: `${type}/${id}`,
      source: 'openstreetmap',
      author: 'OpenStreetMap contributors',
      licence: 'ODbL 1.0',
      licenceUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
      pageUrl: `https://www.openstreetmap.org/${type}/${id}`,
      attribution: '© OpenStreetMap contributors',
      name: title,
      town,
      address: [street, city].filter((part) => part !== '').join(', '),
      site: siteOf(first(tags, 'contact:website', 'website', 'url')),
      phone: first(tags, 'contact:phone', 'phone', 'contact:mobile'),
      email: first(tags, 'contact:email', 'email'),
      hours: first(tags, 'opening_hours'),
      latitude,
      longitude,
    },
  ];
}

/** The address of a website as a mapper typed it, possibly without its scheme; null for anything else. */
function siteOf(typed: string | null): string | null {
  if (typed === null) return null;
  const address = /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
