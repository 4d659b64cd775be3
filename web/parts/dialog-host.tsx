import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { onQuestion, openQuestion } from '../identity.ts';
import { loadPart } from '../load-code.ts';
import { onDialog, openDialog } from './dialogs.ts';

const Dialogs = lazy(async () => ({ default: (await loadPart(() => import('./dialogs.tsx'))).Dialogs }));
const IdentityDialog = lazy(async () => ({ default: (await loadPart(() => import('./identity-dialog.tsx'))).IdentityDialog }));

/**
 * Where `confirmDelete` and `alertOops` appear, and the question whether it is really the person; once in the app. Loads what draws
 * them when the first one is asked for.
 */
export function DialogHost() {
  const [dialog, question] = [useSyncExternalStore(onDialog, openDialog), useSyncExternalStore(onQuestion, openQuestion)];
  const [needed, setNeeded] = useState({ dialogs: false, identity: false });
  if (dialog && !needed.dialogs) setNeeded({ ...needed, dialogs: true });
  else if (question && !needed.identity) setNeeded({ ...needed, identity: true });
  return (
    <>
      {needed.dialogs && <Suspense><Dialogs /></Suspense>}
      {needed.identity && <Suspense><IdentityDialog /></Suspense>}
    </>
  );
}
