/** The films that ship, from catalog/films. */
import { fileURLToPath } from 'node:url';
import type { Film } from '#catalog/films/film.ts';
import type { FilmName } from '#contract/films.ts';
import connectAccounts from '#catalog/films/connect-accounts/film.json' with { type: 'json' };
import followPosts from '#catalog/films/follow-posts/film.json' with { type: 'json' };
import planPosts from '#catalog/films/plan-posts/film.json' with { type: 'json' };
import tour from '#catalog/films/tour/film.json' with { type: 'json' };

/** What each film's film.json says. */
export const films: Readonly<Record<FilmName, Film>> = {
  tour,
  'connect-accounts': connectAccounts,
  'plan-posts': planPosts,
  'follow-posts': followPosts,
};

const folder = new URL('../../catalog/films/', import.meta.url);
const paths = new Map(
  Object.entries(films).flatMap(([name, { files }]) =>
    Object.values(files).map((file) => [file, fileURLToPath(new URL(`${name}/${file}`, folder))]),
  ),
);

/** Where a file of a film lies; undefined for a name that no film has. */
export const filmPath = (name: string): string | undefined => paths.get(name);
