import { useState } from 'react';
import type { CallError } from '../../api/call.ts';

/** Which rows of a list are chosen; what the list no longer shows is not. */
export type Selection<T> = {
  chosen: readonly T[];
  isChosen: (row: T) => boolean;
  choose: (row: T, isChosen: boolean) => void;
  /** Whether all shown rows are chosen, some, or none. */ extent: 'all' | 'some' | 'none';
  /** Chooses all shown rows, or none. */ chooseAll: (isChosen: boolean) => void;
};

/** Keeps which of a list's rows are chosen, by their keys. */
export function useSelection<T>(rows: readonly T[], keyOf: (row: T) => string): Selection<T> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => keys.has(keyOf(row)));
  return {
    chosen,
    isChosen: (row) => keys.has(keyOf(row)),
    choose: (row, isChosen) =>
      setKeys((before) => {
        const after = new Set(before);
        if (isChosen) after.add(keyOf(row));
        else after.delete(keyOf(row));
        return after;
      }),
    extent: chosen.length === 0 ? 'none' : chosen.length === rows.length ? 'all' : 'some',
    chooseAll: (isChosen) => setKeys(new Set(isChosen ? rows.map(keyOf) : [])),
  };
}

/** For `onRefused` of an action on chosen rows: reads the list again where one of them is gone. */
export const rereadIfGone =
  (reread: () => void) =>
  ({ status }: CallError): void => {
    if (status === 404) reread();
  };
