import { Button } from '@mantine/core';
import { BasicIcon } from '../icons/basic-icon.tsx';
import styles from './unsaved-note.module.css';

type Props = {
  /** Words typed before this page was loaded, and not saved, are in the form again. */ restored: boolean;
  onDiscard: () => void;
};

/** Says above a form that words typed earlier were restored, with a button to discard them. */
export function UnsavedNote({ restored, onDiscard }: Props) {
  return (
    <div className={styles.place} role="status">
      {restored && (
        <div className={styles.note}>
          <BasicIcon name="refresh" size={18} />
          <p>Your unsaved changes are back</p>
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </div>
  );
}
