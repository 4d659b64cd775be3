import { UndoNote } from '../../../../parts/notices/undo-note.tsx';

/** The last change, shown until the next one, with a button to undo it. */
export type Change = { words: string; undo: (() => void) | null };

/** Draws a change. */
export function ChangeNote({ change, onClose }: { change: Change; onClose: () => void }) {
  return (
    <UndoNote onUndo={change.undo} onClose={onClose}>
      {change.words}
    </UndoNote>
  );
}
