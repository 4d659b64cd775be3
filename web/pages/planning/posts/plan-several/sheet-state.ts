import { instantToLocal } from '#rules/planning.ts';
import { ownZone } from '../../../../lib/when.ts';
import { blankRow, isBlank, mostRows, type Row } from './rows.ts';
import type { Rhythm } from './times.ts';

/** What a person has typed into the sheet. */
export type SheetState = {
  clientId: string | null;
  /** The accounts of all rows; null before the person has chosen some. */ accounts: readonly string[] | null;
  rhythm: Rhythm;
  rows: readonly Row[];
};

/** A sheet before anything is typed. */
export const emptyState = (clientId: string | null): SheetState => ({
  clientId,
  accounts: null,
  rhythm: { days: [1, 2, 3, 4, 5], times: ['09:00'], from: instantToLocal(new Date(), ownZone()).slice(0, 10) },
  rows: [],
});

/** With one empty row behind the others, in which the next post is typed. */
export const complete = (state: SheetState): SheetState => {
  const { rows } = state;
  const last = rows.at(-1);
  if ((last !== undefined && isBlank(last)) || rows.length >= mostRows) return state;
  return { ...state, rows: [...rows, blankRow()] };
};
