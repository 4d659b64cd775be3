/** The places for which trends are offered. */
import { z } from 'zod';
import rows from './places.json' with { type: 'json' };

/**
 * A place with its WOEID, as X names places, and a point within it, degrees. `code` is a country's code of ISO 3166, or
 * a city's WOEID; `country` is the country's code. X offers trends for these and some 300 further cities
 * (https://docs.x.com/x-api/trends/trends-by-woeid, as of 2026-11).
 */
const place = z.object({
  name: z.string(),
  code: z.string(),
  country: z.string(),
  woeid: z.number(),
  latitude: z.number(),
  longitude: z.number(),
});
/** A place for which trends are offered. */
export type Place = z.output<typeof place>;

/** Every place: the countries by name, then the cities by country. */
export const places: readonly Place[] = z.array(place).min(1).parse(rows);

/** Whether a place is a country. */
export const isCountry = ({ code, country }: Place): boolean => code === country;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The haversine of the angle between two points, which grows with their distance. */
function apart(one: Point, other: Point): number {
  const across = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return across + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along;
}

type Point = { latitude: number; longitude: number };

/** The place that is nearest to a point. */
export const nearestPlace = (point: Point): Place =>
  places.reduce((nearest, each) => (apart(point, each) < apart(point, nearest) ? each : nearest));
