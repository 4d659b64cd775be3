import { deleteFormDraft, findFormDraft, isFromHere, storeFormDraft } from '../../../../lib/form-drafts.ts';
import { fieldsLike } from '../../../../lib/edited.ts';
import { isBlank, type Row } from './rows.ts';
import type { SheetState } from './sheet-state.ts';

const name = 'plan several';
const like = { rhythm: {}, rows: [] };

/** Keeps the sheet in this browser until its posts are planned. A file under way is not kept. */
export function keepSheet(state: SheetState): void {
  const rows = state.rows.filter((row) => !isBlank(row));
  if (rows.length === 0) deleteFormDraft(name);
  else storeFormDraft(name, { fields: { ...state, rows: rows.map(atRest) }, origin: null, version: null });
}

const atRest = (row: Row): Row =>
  row.share === null ? row : { ...row, share: null, problem: 'Its file was not uploaded' };

/** The sheet that this tab kept before a reload, for the client that is asked for, or for any; null for none. */
export function keptSheet(clientId: string | null): SheetState | null {
  const kept = findFormDraft(name);
  if (kept === null || !isFromHere(kept) || fieldsLike(like, kept.fields) === null) return null;
  return isSheet(kept.fields) && (clientId === null || kept.fields.clientId === clientId) ? kept.fields : null;
}

// Only `keepSheet` writes it.
const isSheet = (value: unknown): value is SheetState =>
  typeof value === 'object' && value !== null && 'clientId' in value;
