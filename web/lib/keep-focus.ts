import { useLayoutEffect } from 'react';

/** How long a lost focus is waited for, ms: until a dialog has faded out, and a list without a deleted row is read. */
const patience = 30_000;
const pause = 50;
/** What a list shows of one of its things. */
const rowElements = 'tr, li, article';
const focusables = 'a[href], button:not(:disabled), input:not(:disabled)';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Returns the focus to a control when it is lost soon afterwards. If the control disappears with its row, the same
 * control of the next row gets it, or of the one before, or, without one, the page's content; if it disappears alone,
 * the control before it, so that Tab goes on from there. A key or a press of the person ends this: they decide where
 * the focus goes.
 */
export function keepFocus(control: Element | null): void {
  if (control instanceof HTMLElement) keep(control, successorOf(control));
}

/** Ends the search for the last lost focus: whoever asks for another one knows better. */
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
    // A dialog may still be fading out when the row has gone.
    const isElsewhere = document.activeElement?.closest('[role=dialog]') === null;
    if (performance.now() > until || (!isConnected && isElsewhere)) end.abort();
    else setTimeout(look, pause);
  };
  setTimeout(look, 0);
}

/** Keeps the focus of whoever presses controls by keyboard or a screen reader, also if one disappears by its press. */
export function keepFocusOfKeyboard(): void {
  const press = ({ detail, target }: MouseEvent): void => {
    // The pointer counts its clicks.
    if (detail > 0 || !(target instanceof Element)) return;
    const control = target.closest(focusables);
    // A page that opens has the focus itself.
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

/** Answers who gets the focus of a control that has disappeared. */
type Successor = () => HTMLElement | null;

const content: Successor = () => document.getElementById('content');

/** Finds the successor of a control; the page's content if the control has already disappeared. */
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

/** The other rows, in the order in which they succeed one: those after it in its list, those before, other lists'. */
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

/** Finds the control before one, in the dialog if it is in one, that is still there. */
function controlBefore(control: HTMLElement): Successor {
  const around = control.closest('[role=dialog]') ?? document;
  const before = [...around.querySelectorAll<HTMLElement>(focusables)].filter(
    (other) => (other.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return () => before.findLast((other) => other.isConnected && other.checkVisibility()) ?? null;
}

/** Returns the focus to the element that had it before a dialog opened, also if the dialog is removed while open. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const from = document.activeElement;
    if (!(from instanceof HTMLElement) || from === document.body) return undefined;
    // Found now: the control may have disappeared by the time the dialog closes.
    const successor = successorOf(from);
    return () => keep(from, successor);
  }, [opened]);
}
