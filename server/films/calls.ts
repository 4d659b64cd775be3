import type { FilmName, ShownFilm } from '#contract/films.ts';
import type { Film } from '#catalog/films/film.ts';
import type { Handlers } from '../app/handlers.ts';
import { films } from './films.ts';

const addressOf = (file: string): string => `/films/${file}`;

const present = ({ files: { video, poster, captions, descriptions, chapters }, ...film }: Film): ShownFilm => ({
  ...film,
  video: addressOf(video),
  poster: addressOf(poster),
  tracks: { captions: addressOf(captions), descriptions: addressOf(descriptions), chapters: addressOf(chapters) },
});

/** A film as a player needs it. */
export const shownFilm = (name: FilmName): ShownFilm => present(films[name]);

/** Handlers of films. */
export const filmCalls: Pick<Handlers, 'fetch-film'> = {
  'fetch-film': async ({ name }) => ({ message: '', data: shownFilm(name) }),
};
