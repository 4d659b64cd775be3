/**
 * The facts about every call that the browser needs, by its name. NOTE the build evaluates this module and ships only
 * the tables (web/evaluate.ts): the contract itself would pull in zod.
 */
import { calls } from '../index.ts';
import type { Noun } from './nouns.ts';

type Table = Readonly<Record<string, readonly Noun[]>>;

/** The nouns that each call changes, without calls that only show something. */
export const changesOf: Table = Object.fromEntries(
  calls.flatMap(({ name, changes }) => (changes === undefined ? [] : [[name, changes]])),
);

/** The nouns that each call's answer shows, without calls that change something. */
export const showsOf: Table = Object.fromEntries(
  calls.flatMap(({ name, shows }) => (shows === undefined ? [] : [[name, shows]])),
);

/** The calls whose input is the address's query of a GET. */
export const getNames: readonly string[] = calls.flatMap(({ name, method, alsoGet }) =>
  method === 'GET' || alsoGet === true ? [name] : [],
);
