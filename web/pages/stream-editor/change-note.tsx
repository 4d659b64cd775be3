import { UndoNote } from '../../parts/undo-note.tsx';

/** What has just been changed, shown until the next change, with the way back. */
export type Change = { words: string; undo: (() => void) | null };

/** Draws a change. */
export function ChangeNote({ change, onClose }: { change: Change; onClose: () => void }) {
  return (
    <UndoNote onUndo={change.undo} onClose={onClose}>
      {change.words}
    </UndoNote>
  );
}
