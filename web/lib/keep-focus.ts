import { useLayoutEffect } from 'react';

/** How long a lost focus is waited for, ms: until a dialog has faded out, and a list without a deleted row is read. */
const patience = 30_000;
const pause = 50;
const focusables = 'a[href], button:not(:disabled), input:not(:disabled)';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Returns the focus to a control when it is lost soon afterwards. If the control disappears with its row, the same
 * control of the row that takes its position gets it, or, without one, the page's content. A key or a press of the
 * person ends this: they decide where the focus goes.
 */
export function keepFocus(control: Element | null): void {
  if (!(control instanceof HTMLElement)) return;
  const successorOf = rowOf(control);
  const until = performance.now() + patience;
  const end = new AbortController();
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, () => end.abort(), { capture: true, signal: end.signal });
  const look = (): void => {
    if (end.signal.aborted) return;
    const { isConnected } = control;
    if (isLost()) (isConnected ? control : successorOf())?.focus({ preventScroll: isConnected });
    // A dialog may still be fading out when the row has gone.
    const isElsewhere = document.activeElement?.closest('[role=dialog]') === null;
    if (performance.now() > until || (!isConnected && isElsewhere)) end.abort();
    else setTimeout(look, pause);
  };
  setTimeout(look, 0);
}

/** Finds the successor of a control whose row has disappeared; null for a control outside the rows of a page. */
function rowOf(control: HTMLElement): () => HTMLElement | null {
  const row = control.closest('tr, li, article');
  const rows = row?.parentElement;
  if (!row || !rows || row.closest('[role=dialog]')) return () => null;
  const index = [...rows.children].indexOf(row);
  const nth = [...row.querySelectorAll(focusables)].indexOf(control);
  return () => {
    const successor = rows.isConnected ? rows.children[Math.min(index, rows.children.length - 1)] : undefined;
    const controls = [...(successor?.querySelectorAll<HTMLElement>(focusables) ?? [])];
    return controls[nth] ?? controls.at(-1) ?? document.getElementById('content');
  };
}

/** Returns the focus to the element that had it before a dialog opened, also if the dialog is removed while open. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const from = document.activeElement;
    return () => {
      if (from !== document.body) keepFocus(from);
    };
  }, [opened]);
}
