import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { loadPart } from '../load-code.ts';
import { onDialog, openDialog } from './dialogs.ts';

const Dialogs = lazy(async () => ({ default: (await loadPart(() => import('./dialogs.tsx'))).Dialogs }));

/** Where `confirmDelete` and `alertOops` appear; once in the app. Loads what draws them when the first one is asked for. */
export function DialogHost() {
  const dialog = useSyncExternalStore(onDialog, openDialog);
  const [needed, setNeeded] = useState(false);
  if (dialog && !needed) setNeeded(true);
  return needed && <Suspense><Dialogs /></Suspense>;
}
