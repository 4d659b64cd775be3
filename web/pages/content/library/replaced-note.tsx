import type { Data } from '#contract/index.ts';
import type { LibraryEntry } from '#contract/content/library.ts';
import { useAction } from '../../../api/action.ts';
import { UndoNote } from '../../../parts/notices/undo-note.tsx';

/** A replacement that was just made. */
export type Done = { from: LibraryEntry; to: LibraryEntry; replaced: Data<'replace-library-file'> };

/** Reports the last replacement, with a button to undo it. */
export function ReplacedNote({ done: { from, to, replaced }, onClose }: { done: Done; onClose: () => void }) {
  const back = useAction('replace-library-file', { onDone: onClose });
  return (
    <UndoNote
      onUndo={() => void back.run({ id: to.id, by_id: from.id, undo: replaced.undo })}
      busy={back.busy}
      onClose={onClose}
    >
      “{from.title}” is replaced by “{to.title}” everywhere.{' '}
      {replaced.kept === '' ? 'It is deleted.' : `It stays. ${replaced.kept}`}
    </UndoNote>
  );
}
