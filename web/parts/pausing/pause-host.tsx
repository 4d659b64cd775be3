import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { loadPart } from '../../lib/load-code.ts';
import { onPauseDialog, openPauseDialog } from './targets.ts';

const PauseDialogs = lazy(async () => ({
  default: (await loadPart(() => import('./pause-dialogs.tsx'))).PauseDialogs,
}));

/**
 * Where `askPause` and `askResume` appear; once in the shell. Loads what draws them when the first one is asked for.
 */
export function PauseHost() {
  const dialog = useSyncExternalStore(onPauseDialog, openPauseDialog);
  const [needed, setNeeded] = useState(false);
  if (dialog && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <PauseDialogs />
      </Suspense>
    )
  );
}
