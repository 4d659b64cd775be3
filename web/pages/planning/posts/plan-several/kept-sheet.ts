import { deleteFormDraft, findFormDraft, isFromHere, storeFormDraft } from '../../../../lib/form-drafts.ts';
import { fieldsLike } from '../../../../lib/edited.ts';
import { isBlank, type Row } from './rows.ts';
import type { SheetState } from './sheet-state.ts';

const nameOf = (clientId: string | null): string => `plan several ${clientId ?? ''}`;
const lastName = 'plan several';
const like = { rhythm: {}, rows: [] };

/** Keeps a client's sheet in this browser until its posts are planned. A file under way is not kept. */
export function keepSheet(state: SheetState): void {
  const rows = state.rows.filter((row) => !isBlank(row));
  if (rows.length === 0) return deleteFormDraft(nameOf(state.clientId));
  storeFormDraft(nameOf(state.clientId), { fields: { ...state, rows: rows.map(atRest) }, origin: null, version: null });
  storeFormDraft(lastName, { fields: { clientId: state.clientId }, origin: null, version: null });
}

const atRest = (row: Row): Row =>
  row.share === null ? row : { ...row, share: null, problem: 'Its file was not uploaded' };

/** The sheet that this tab kept for a client, or the last one it kept; null for none. */
export function keptSheet(clientId: string | null): SheetState | null {
  const kept = findFormDraft(nameOf(clientId ?? lastClient()));
  if (kept === null || !isFromHere(kept) || fieldsLike(like, kept.fields) === null) return null;
  return isSheet(kept.fields) ? kept.fields : null;
}

/** Forgets the sheet of a client, whose rows are now those of another one. */
export const forgetSheet = (clientId: string | null): void => deleteFormDraft(nameOf(clientId));

function lastClient(): string | null {
  const fields = findFormDraft(lastName)?.fields;
  return typeof fields === 'object' && fields !== null && 'clientId' in fields && typeof fields.clientId === 'string'
    ? fields.clientId
    : null;
}

// Only `keepSheet` writes it.
const isSheet = (value: unknown): value is SheetState =>
  typeof value === 'object' && value !== null && 'clientId' in value;
