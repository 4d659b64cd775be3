import { useEffect, useRef } from 'react';

/** The keys that undo, as `aria-keyshortcuts` names them. */
export const undoKeys = 'Control+Z Meta+Z';

/** Where the keys undo something else: what is typed, or nothing. */
const others = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true], [role=dialog]';

/** Whether Ctrl+Z (⌘Z) was pressed outside of dialogs and of fields, which undo what is typed. */
export const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.closest(others));

/** Undoes by Ctrl+Z (⌘Z) what a button far behind a list's rows undoes; nothing while it is null. */
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
