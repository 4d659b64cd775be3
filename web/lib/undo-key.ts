import { useEffect, useRef } from 'react';

/** The keys that undo, in the notation of `aria-keyshortcuts`. */
export const undoKeys = 'Control+Z Meta+Z';

/** Where the undo keys have another meaning: typing in a field, or nothing in a dialog. */
const others = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true], [role=dialog]';

/** Whether Ctrl+Z (⌘Z) was pressed outside dialogs and fields, which have their own undo. */
export const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.closest(others));

/** Makes Ctrl+Z (⌘Z) do the same as an undo button that comes late in the tab order; does nothing while it is null. */
export function useUndoByKey(undo: (() => void) | null): void {
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (latest.current === null || event.defaultPrevented || event.repeat || !isUndoKey(event)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
