import { useCallback, useEffect, useRef } from 'react';
import { isUndoKey, undoKeys } from '../../../../../../lib/undo-key.ts';
import { openDialog } from '../../../../../../parts/dialogs/dialogs.ts';
import { dismiss, notices, notify } from '../../../../../../parts/notices/notify.ts';

/**
 * Offers to undo the last change, in a notice for so many `seconds` and, while it is shown, by Ctrl+Z (⌘Z): from a post
 * of a full week, Tab does not reach the notice in time.
 */
export function useUndoKey(seconds: number): (message: string, undo: () => void) => void {
  const offered = useRef<number | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isUndoKey(event) || openDialog() !== null) return;
      const notice = notices().find(({ id }) => id === offered.current);
      if (!notice) return;
      event.preventDefault();
      notice.undo?.();
      dismiss(notice.id);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return useCallback(
    (message, undo) => {
      offered.current = notify.success(message, { seconds, undo, undoKeys });
    },
    [seconds],
  );
}
