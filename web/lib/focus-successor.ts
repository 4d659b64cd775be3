/** Which control gets the focus when the one that had it disappears. */

/** A row or card of a list. */
const rowElements = 'tr, li, article';
/** The controls that a keyboard reaches. */
export const focusables = 'a[href], button:not(:disabled), input:not(:disabled)';

/** The row of a list that contains a control, null for none. */
export function rowOf(control: Element | null): Element | null {
  const row = control?.closest(rowElements) ?? null;
  // A card may be an article in an item of a list.
  return row?.parentElement?.matches('li') ? row.parentElement : row;
}

/** Returns a function that finds the control to focus once this one has disappeared. */
export type Successor = () => HTMLElement | null;

const content: Successor = () => document.getElementById('content');

/** Finds the control that follows this one; the page's content if this one has already disappeared. */
export function successorOf(control: HTMLElement): Successor {
  if (!control.isConnected) return content;
  const row = rowOf(control);
  if (!row || row.closest('[role=dialog]')) return controlBefore(control);
  const order = rowsAround(row);
  const nth = [...row.querySelectorAll(focusables)].indexOf(control);
  return () => {
    const successor = order.find(({ isConnected }) => isConnected);
    const controls = [...(successor?.querySelectorAll<HTMLElement>(focusables) ?? [])];
    return controls[nth] ?? controls.at(-1) ?? content();
  };
}

/** The other rows in order of preference: those after it in its list, those before it, then those of other lists. */
function rowsAround(row: Element): Element[] {
  const list = row.parentElement;
  const rows = [...document.querySelectorAll(row.tagName)].filter(
    ({ className, parentElement }) => className === row.className && parentElement?.tagName === list?.tagName,
  );
  const at = rows.indexOf(row);
  const [after, before] = [rows.slice(at + 1), rows.slice(0, at).toReversed()];
  const isInList = ({ parentElement }: Element): boolean => parentElement === list;
  return [...after.filter(isInList), ...before.filter(isInList), ...after, ...before];
}

/** Finds the nearest control before this one that still exists, within the dialog if it is in one. */
function controlBefore(control: HTMLElement): Successor {
  const around = control.closest('[role=dialog]') ?? document;
  const before = [...around.querySelectorAll<HTMLElement>(focusables)].filter(
    (other) => (other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return () => before.findLast((other) => other.isConnected && other.checkVisibility()) ?? null;
}
