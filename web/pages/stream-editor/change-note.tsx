import { Button, CloseButton, Group, Text } from '@mantine/core';
import styles from './files-list.module.css';

/** What has just been changed, said over the list until the next change, with the way back. */
export type Change = { words: string; undo: (() => void) | null };

/** Draws a change. */
export function ChangeNote({ change, onClose }: { change: Change; onClose: () => void }) {
  return (
    <Group className={styles.undo} role="status" gap="sm" wrap="nowrap">
      <Text size="sm" className={styles.undoWords}>
        {change.words}
      </Text>
      {change.undo && (
        <Button size="compact-sm" variant="default" onClick={change.undo}>
          Undo
        </Button>
      )}
      <CloseButton size="sm" aria-label="Close this note" onClick={onClose} />
    </Group>
  );
}
