import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const mostCharacters = 200;

/** Reads a filter that is one of these words; null for any other. */
export const oneOf =
  <Word extends string>(known: readonly Word[]) =>
  (word: string): Word | null =>
    known.find((each) => each === word) ?? null;

/** Reads a filter that is a row's id; null for anything else. */
export const anId = (word: string): string | null => (/^[1-9]\d{0,17}$/.test(word) ? word : null);

/** What a list is searched for and narrowed to, as the address has it. */
export type ListAddress = {
  search: string;
  setSearch: (search: string) => void;
  /** A value of the address as `read` understands it; null where there is none, or one that means nothing. */
  filter: <Value>(name: string, read: (word: string) => Value | null) => Value | null;
  /** Null takes it away. */ setFilter: (name: string, value: string | null) => void;
  isNarrowed: boolean;
  /** Shows everything again. */ clear: () => void;
};

/**
 * Keeps what a list is searched for and narrowed to in the address, so that Back and a copied link show the same rows.
 * It makes no entry in the history: Back leaves the list. `narrowing` are the names of what leaves rows out, which an
 * order does not.
 */
export function useListAddress(narrowing: readonly string[] = []): ListAddress {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams((before) => searchWith(before, changes), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  const setSearch = useCallback((search: string) => change({ search }), [change]);
  const search = (params.get('search') ?? '').replaceAll('\0', '').slice(0, mostCharacters);
  return {
    search,
    setSearch,
    filter: (name, read) => {
      const word = params.get(name);
      return word === null ? null : read(word);
    },
    setFilter: (name, value) => change({ [name]: value }),
    isNarrowed: search.trim() !== '' || narrowing.some((name) => params.has(name)),
    clear: () => change(Object.fromEntries(['search', ...narrowing].map((name) => [name, null]))),
  };
}

/** The search of an address with these changes; what is null or '' goes. */
function searchWith(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
