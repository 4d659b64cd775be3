import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowOf } from '../../lib/focus-successor.ts';
import { notify } from '../notices/notify.ts';

type Options = {
  opened: boolean;
  /** Whether the answer is being carried out: that may remove the row itself, and the question then waits. */
  busy: boolean;
  onClose: () => void;
};

/**
 * Closes a question, with an explanation, once the row from which it was opened has disappeared, for example after a
 * deletion in another tab.
 */
export function useRowEnd({ opened, busy, onClose }: Options): void {
  const [isGone, setGone] = useState(false);
  const close = useRef(onClose);
  const isAnswered = useRef(false);
  // Before the dialog takes the focus from the control in the row.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    isAnswered.current = false;
    return onceGone(document.activeElement, () => setGone(true));
  }, [opened]);
  useEffect(() => {
    close.current = onClose;
    if (busy) isAnswered.current = true;
  });
  useEffect(() => {
    if (!isGone || busy) return;
    setGone(false);
    if (!opened) return;
    close.current();
    if (!isAnswered.current) notify.danger('This is not in the list any more.');
  }, [isGone, busy, opened]);
}

/**
 * Calls back once the row of a control is no longer in the page, unless the page has changed. A row that is rendered
 * elsewhere, for example under another day, has a control of the same name. Returns a function to stop.
 */
function onceGone(control: Element | null, then: () => void): () => void {
  let row = rowOf(control);
  if (row === null || control === null) return () => undefined;
  const { pathname } = location;
  const name = nameOf(control);
  const observer = new MutationObserver(() => {
    if (row?.isConnected) return;
    const again = [...document.querySelectorAll(control.tagName)].find((other) => nameOf(other) === name);
    row = rowOf(again ?? null);
    if (row !== null) return;
    observer.disconnect();
    if (location.pathname === pathname) then();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent;
