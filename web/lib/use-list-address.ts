import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from './use-change-address.ts';

const mostCharacters = 200;

/** Reads a filter that is one of these words; null for any other. */
export const oneOf =
  <Word extends string>(known: readonly Word[]) =>
  (word: string): Word | null =>
    known.find((each) => each === word) ?? null;

/** Reads a filter that is a row's id; null for anything else. */
export const anId = (word: string): string | null => (/^[1-9]\d{0,17}$/.test(word) ? word : null);

/** The search and filters of a list in the address. */
export type ListAddress = {
  search: string;
  setSearch: (search: string) => void;
  /** A value of the address, parsed by `read`; null if it is missing or invalid. */
  filter: <Value>(name: string, read: (word: string) => Value | null) => Value | null;
  /** Null removes it. */ setFilter: (name: string, value: string | null) => void;
  isNarrowed: boolean;
  /** Shows everything again. */ clear: () => void;
};

/**
 * Keeps the search and filters of a list in the address, so that Back and a copied link show the same rows. It adds no
 * history entry: Back leaves the list. `narrowing` are the names of parameters that filter rows, unlike the sort order.
 */
export function useListAddress(narrowing: readonly string[] = []): ListAddress {
  const [params] = useSearchParams();
  const changeAddress = useChangeAddress();
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      changeAddress((before) => searchWith(before, changes), { replace: true, preventScrollReset: true }),
    [changeAddress],
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

/** The query string of the address with these changes; null and '' remove a value. */
function searchWith(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const after = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
