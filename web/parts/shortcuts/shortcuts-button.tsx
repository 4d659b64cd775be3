import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../../lib/load-code.ts';
import { Icon } from '../icons/icon.tsx';
import type { ShortcutGroup } from './shortcuts-dialog.tsx';

const ShortcutsDialog = lazy(() =>
  loadPart(() => import('./shortcuts-dialog.tsx')).then((part) => ({ default: part.ShortcutsDialog })),
);

/** Lists every key of a screen; so does the question mark outside of text fields. */
export function ShortcutsButton({ groups }: { groups: readonly ShortcutGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inside = event.target instanceof HTMLElement ? event.target : null;
      if (event.key === '?' && !inside?.closest('input, textarea, select, [role=dialog]')) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setOpen(true)}
      >
        <Icon name="keyboard" size={18} />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <ShortcutsDialog groups={groups} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
