import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../lib/load-code.ts';
import { isSingleKey, showShortcuts, useShortcutList } from '../parts/shortcuts/shortcut-store.ts';
import { jumpKeys } from './jump-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(() => import('../parts/shortcuts/shortcuts-dialog.tsx'))).ShortcutsDialog,
}));

const everywhere = {
  name: 'Every page',
  shortcuts: [
    { label: 'New post', keys: ['N'] },
    { label: 'Jump to a page, client, stream or schedule', keys: [jumpKeys] },
    { label: 'This list', keys: ['?'] },
  ],
};

/** The list of keys, which the question mark opens on every page. */
export function ShortcutsHost() {
  const { isOpen } = useShortcutList();
  const [everOpened, setEverOpened] = useState(false);
  if (isOpen && !everOpened) setEverOpened(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && isSingleKey(event)) showShortcuts(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    everOpened && (
      <Suspense>
        <ShortcutsDialog everywhere={everywhere} />
      </Suspense>
    )
  );
}
