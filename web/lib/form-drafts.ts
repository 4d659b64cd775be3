import { dropKept } from '../api/kept.ts';
import { currentSession } from '../api/session-store.ts';

/** An unsaved form: its fields, the state it was made from, and its tab. */
export type Unfinished = { fields: unknown; origin: unknown; version: string | null; tab: string };

const keyOf = (formName: string): string | null => {
  const session = currentSession();
  return session && `unfinished ${session.user.id} ${formName}`;
};

/**
 * Stores an unfinished form in the browser, for the signed-in person, replacing cached answers if the storage is full;
 * returns whether there was space. Log-out clears the storage.
 */
export function storeFormDraft(formName: string, form: Omit<Unfinished, 'tab'>): boolean {
  const key = keyOf(formName);
  if (key === null) return true;
  const keep = () => localStorage.setItem(key, JSON.stringify({ ...form, tab: ownTab() }));
  try {
    keep();
    return true;
  } catch {
    dropKept(); // they can be read again, the form cannot
  }
  try {
    keep();
    return true;
  } catch {
    return false; // full of other forms, or forbidden: this form lasts as long as its page
  }
}

/** The unfinished form stored under a name; null for none. */
export function findFormDraft(formName: string): Unfinished | null {
  const key = keyOf(formName);
  try {
    const kept: unknown = key === null ? null : JSON.parse(localStorage.getItem(key) ?? 'null');
    return isUnfinished(kept) ? kept : null;
  } catch {
    return null; // damaged or forbidden storage is the same as none
  }
}

/** Deletes the unfinished form with this name. */
export function deleteFormDraft(formName: string): void {
  const key = keyOf(formName);
  try {
    if (key !== null) localStorage.removeItem(key);
  } catch {
    // What could not be stored need not be deleted.
  }
}

const isUnfinished = (value: unknown): value is Unfinished =>
  typeof value === 'object' &&
  value !== null &&
  'fields' in value &&
  'origin' in value &&
  'tab' in value &&
  typeof value.tab === 'string' &&
  'version' in value &&
  (value.version === null || typeof value.version === 'string');

/** Whether the form was typed in this tab, before a reload. */
export const isFromHere = ({ tab }: Unfinished): boolean => tab === ownTab();

/** Whether its tab is still open: then it is being edited there, and must not be offered here. */
export async function isOpenElsewhere({ tab }: Unfinished): Promise<boolean> {
  const { held = [] } = (await globalThis.navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(tab));
}

const lockOf = (tab: string): string => `tab ${tab}`;
let own: string | null = null;

/** The id of this tab, which survives a reload. While the tab is open it holds a lock with that name. */
function ownTab(): string {
  if (own !== null) return own;
  own = sessionStorage.getItem('tab') ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  sessionStorage.setItem('tab', own);
  void globalThis.navigator.locks?.request(lockOf(own), () => new Promise(() => {}));
  return own;
}
