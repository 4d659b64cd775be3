/** What other features may use of films. */
export { shownFilm } from './calls.ts';
export { filmPath } from './films.ts';
