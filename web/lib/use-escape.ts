import { useEffect, useRef } from 'react';

/** The dialogs that are open, the one on top last. */
const open: symbol[] = [];
const taken = new WeakSet<Event>();

/** Whether a field uses Escape itself, as a list of choices that is open does. */
const isKept = ({ target }: Event): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/**
 * Closes a dialog by Escape only while none is open above it. Mantine's own dialogs all listen on the window, so that
 * one press would close every one of them.
 */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const leave = useRef(onEscape);
  useEffect(() => {
    leave.current = onEscape;
  });
  useEffect(() => {
    if (!opened) return undefined;
    const self = Symbol('dialog');
    open.push(self);
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || taken.has(event) || isKept(event)) return;
      if (open.at(-1) !== self) return;
      // What closes now is gone before the dialog beneath it hears of the same press.
      taken.add(event);
      leave.current();
    };
    addEventListener('keydown', press, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
      open.splice(open.indexOf(self), 1);
    };
  }, [opened]);
}
