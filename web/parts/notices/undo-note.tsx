import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { undoKeys, useUndoByKey } from '../../lib/undo-key.ts';
import { Docked } from './docked.tsx';
import { Icon } from '../icons/icon.tsx';
import styles from './undo-note.module.css';

type Props = {
  /** Undoes it; null if that is not possible. */ onUndo: (() => void) | null;
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Reports an action until it is closed, with a button and a key to undo it. */
export function UndoNote({ onUndo, busy = false, onClose, children }: Props) {
  useUndoByKey(busy ? null : onUndo);
  return (
    <Docked>
      <div className={styles.note} role="status">
        <Icon name="circle-check" size={20} />
        <div className={styles.words}>{children}</div>
        {onUndo && (
          <Button size="compact-sm" variant="default" loading={busy} aria-keyshortcuts={undoKeys} onClick={onUndo}>
            Undo
          </Button>
        )}
        <CloseButton size="sm" aria-label="Close this note" onClick={onClose} />
      </div>
    </Docked>
  );
}
