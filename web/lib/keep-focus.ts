import { useLayoutEffect } from 'react';

/**
 * How long a lost focus is waited for, ms: until a dialog has faded out, and the list without a deleted row has been
 * read.
 */
const patience = 30_000;
const pause = 50;
/** A row or card of a list. */
const rowElements = 'tr, li, article';
const focusables = 'a[href], button:not(:disabled), input:not(:disabled)';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Restores the focus when a control soon afterwards loses it. If the control disappears with its row, the focus goes to
 * the same control of the next row, else of the previous row, else to the page's content. If only the control
 * disappears, the focus goes to the control before it, so that Tab continues from there. A key or a press by the person
 * ends this: they decide where the focus goes.
 */
export function keepFocus(control: Element | null): void {
  if (control instanceof HTMLElement) keep(control, successorOf(control));
}

/** Ends the search for the previous lost focus: a later request replaces it. */
let last: AbortController | null = null;

function keep(control: HTMLElement, successor: Successor): void {
  last?.abort();
  const end = new AbortController();
  last = end;
  const until = performance.now() + patience;
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, () => end.abort(), { capture: true, signal: end.signal });
  const look = (): void => {
    if (end.signal.aborted) return;
    const { isConnected } = control;
    if (isLost()) (isConnected ? control : successor())?.focus({ preventScroll: isConnected });
    // A dialog may still be fading out when the row is gone.
    const isElsewhere = document.activeElement?.closest('[role=dialog]') === null;
    if (performance.now() > until || (!isConnected && isElsewhere)) end.abort();
    else setTimeout(look, pause);
  };
  setTimeout(look, 0);
}

/** Keeps the focus of people who use a keyboard or a screen reader, even if the pressed control disappears. */
export function keepFocusOfKeyboard(): void {
  const press = ({ detail, target }: MouseEvent): void => {
    // `detail` counts pointer clicks; the keyboard gives 0.
    if (detail > 0 || !(target instanceof Element)) return;
    const control = target.closest(focusables);
    // A page that opens takes the focus itself.
    const leaves = control instanceof HTMLAnchorElement && control.pathname !== location.pathname;
    if (!(control instanceof HTMLElement) || control !== document.activeElement || leaves) return;
    keep(control, successorOf(control));
  };
  addEventListener('click', press, { capture: true });
}

/** The row of a list that contains a control, null for none. */
export function rowOf(control: Element | null): Element | null {
  const row = control?.closest(rowElements) ?? null;
  // A card may be an article in an item of a list.
  return row?.parentElement?.matches('li') ? row.parentElement : row;
}

/** Returns a function that finds the control to focus once this one has disappeared. */
type Successor = () => HTMLElement | null;

const content: Successor = () => document.getElementById('content');

/** Finds the control that follows this one; the page's content if this one has already disappeared. */
function successorOf(control: HTMLElement): Successor {
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

/** Returns the focus to the element that had it before a dialog opened, even if the dialog is removed while open. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const from = document.activeElement;
    if (!(from instanceof HTMLElement) || from === document.body) return undefined;
    // Looked up now: the control may have disappeared by the time the dialog closes.
    const successor = successorOf(from);
    return () => keep(from, successor);
  }, [opened]);
}
