import { useEffect, useRef } from 'react';

/** The open dialogs, the topmost last. */
const open: symbol[] = [];
const taken = new WeakSet<Event>();

/** Whether a field uses Escape itself, for example an open list of choices. */
const isKept = ({ target }: Event): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/**
 * Closes a dialog by Escape only while no other is open above it. Mantine's own dialogs all listen on the window, so
 * one press would close all of them.
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
      // The closing dialog is removed from the list before the dialog beneath receives the same key press.
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
