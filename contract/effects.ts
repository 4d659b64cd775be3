/**
 * What the browser knows of every call, by its name. NOTE: its build evaluates this module and ships the tables alone
 * (web/evaluate.ts): the contract itself would bring zod along.
 */
import { calls } from './index.ts';
import type { Noun } from './nouns.ts';

type Table = Readonly<Record<string, readonly Noun[]>>;

/** The nouns that a call changes; calls that only show something are not in it. */
export const changesOf: Table = Object.fromEntries(
  calls.flatMap(({ name, changes }) => (changes === undefined ? [] : [[name, changes]])),
);

/** The nouns that a call's answer shows; calls that change something are not in it. */
export const showsOf: Table = Object.fromEntries(
  calls.flatMap(({ name, shows }) => (shows === undefined ? [] : [[name, shows]])),
);

/** The calls whose input is the address's query of a GET. */
export const getNames: readonly string[] = calls.flatMap(({ name, method, alsoGet }) =>
  method === 'GET' || alsoGet === true ? [name] : [],
);
