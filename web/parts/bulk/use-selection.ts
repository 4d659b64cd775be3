import { useState } from 'react';
import type { CallError } from '../../api/call.ts';

/** Which rows of a list are selected; rows that the list no longer shows are dropped. */
export type Selection<T> = {
  chosen: readonly T[];
  isChosen: (row: T) => boolean;
  choose: (row: T, isChosen: boolean) => void;
  /** Whether all shown rows are selected, some, or none. */ extent: 'all' | 'some' | 'none';
  /** Selects all shown rows, or none. */ chooseAll: (isChosen: boolean) => void;
};

/** Stores which rows of a list are selected, by their keys. */
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

/** For `onRefused` of an action on selected rows: reads the list again if one of them no longer exists. */
export const rereadIfGone =
  (reread: () => void) =>
  ({ status }: CallError): void => {
    if (status === 404) reread();
  };
