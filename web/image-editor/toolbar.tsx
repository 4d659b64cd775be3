import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../parts/icons/icon.tsx';
import { actions, type EditorAction } from './actions.ts';
import { useEditor, useEditorValue } from './context.ts';
import styles from './image-editor.module.css';
import { sayKeys } from './shortcuts.ts';

/**
 * The actions on layers, followed by the editor's own buttons. Undo and Redo are hidden if there is nothing to undo or
 * redo.
 */
export function EditorToolbar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Image">
      {Object.values(actions).map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      <span className={styles.space} />
      {children}
    </div>
  );
}

/** Hidden instead of disabled: Undo and Redo at the ends of the history. */
const hidden: readonly EditorAction[] = [actions.undo, actions.redo];

function ActionButton({ action }: { action: EditorAction }) {
  const { editor } = useEditor();
  const isPossible = useEditorValue(action.isPossible);
  if (!isPossible && hidden.includes(action)) return null;
  return (
    <Tooltip label={`${action.label} (${sayKeys(action.keys[0] ?? '')})`} openDelay={400}>
      <Button
        variant="default"
        size="compact-md"
        h={36}
        disabled={!isPossible}
        onClick={() => action.perform(editor)}
        leftSection={<Icon name={action.icon} size={16} />}
      >
        {action.label}
      </Button>
    </Tooltip>
  );
}
