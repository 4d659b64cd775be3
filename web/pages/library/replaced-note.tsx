import { Button, CloseButton } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import type { LibraryEntry } from '#contract/library.ts';
import { useAction } from '../../api/action.ts';
import styles from './replace.module.css';

/** A replacement that was just made. */
export type Done = { from: LibraryEntry; to: LibraryEntry; replaced: Data<'replace-library-file'> };

/** Says what has just been replaced, until the next time, with the way back. */
export function ReplacedNote({ done: { from, to, replaced }, onClose }: { done: Done; onClose: () => void }) {
  const back = useAction('replace-library-file', { onDone: onClose });
  return (
    <div className={styles.note} role="status">
      <span>
        “{from.title}” is replaced by “{to.title}” everywhere.{' '}
        {replaced.kept === '' ? 'It is deleted.' : `It stays. ${replaced.kept}`}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={back.busy}
        onClick={() => void back.run({ id: to.id, by_id: from.id, undo: replaced.undo })}
      >
        Undo
      </Button>
      <CloseButton size="sm" aria-label="Close this note" onClick={onClose} />
    </div>
  );
}
