import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { loadPart } from '../../lib/load-code.ts';
import { onPauseDialog, openPauseDialog } from './targets.ts';

const PauseDialogs = lazy(async () => ({
  default: (await loadPart(() => import('./pause-dialogs.tsx'))).PauseDialogs,
}));

/** Shows the dialogs of `askPause` and `askResume`; once in the shell. Loads the code that draws them on first use. */
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
