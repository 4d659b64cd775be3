import { useLayoutEffect } from 'react';
import { focusables, successorOf, type Successor } from './focus-successor.ts';

/**
 * How long a lost focus is waited for, ms: until a dialog has faded out, and the list without a deleted row has been
 * read.
 */
const patience = 30_000;
const pause = 50;

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
