import { ActionIcon } from '@mantine/core';
import { Icon } from '../icons/icon.tsx';
import { showShortcuts, useShortcuts, type ShortcutGroup } from './shortcut-store.ts';

/** Lists every key of a screen; so does the question mark outside of text fields. `groups` must not change. */
export function ShortcutsButton({ groups }: { groups: readonly ShortcutGroup[] }) {
  useShortcuts(groups);
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Keyboard shortcuts"
      title="Keyboard shortcuts (?)"
      onClick={() => showShortcuts(true)}
    >
      <Icon name="keyboard" size={18} />
    </ActionIcon>
  );
}
