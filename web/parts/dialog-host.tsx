import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { expiry } from '../expired.ts';
import { identity } from '../identity.ts';
import { loadPart } from '../load-code.ts';
import { onDialog, openDialog } from './dialogs.ts';

const Dialogs = lazy(async () => ({ default: (await loadPart(() => import('./dialogs.tsx'))).Dialogs }));
const IdentityDialog = lazy(async () => ({ default: (await loadPart(() => import('./identity-dialog.tsx'))).IdentityDialog }));
const ExpiryDialog = lazy(async () => ({ default: (await loadPart(() => import('./expiry-dialog.tsx'))).ExpiryDialog }));

/**
 * Where `confirmDelete` and `alertOops` appear, the question whether it is really the person, and the one for the
 * password of a session that ran out; once in the app. Loads what draws
 * them when the first one is asked for.
 */
export function DialogHost() {
  const [dialog, question] = [useSyncExternalStore(onDialog, openDialog), useSyncExternalStore(identity.onChange, identity.open)];
  const expired = useSyncExternalStore(expiry.onChange, expiry.open);
  const [needed, setNeeded] = useState({ dialogs: false, identity: false, expiry: false });
  if (dialog && !needed.dialogs) setNeeded({ ...needed, dialogs: true });
  else if (question && !needed.identity) setNeeded({ ...needed, identity: true });
  else if (expired && !needed.expiry) setNeeded({ ...needed, expiry: true });
  return (
    <>
      {needed.dialogs && <Suspense><Dialogs /></Suspense>}
      {needed.identity && <Suspense><IdentityDialog /></Suspense>}
      {needed.expiry && <Suspense><ExpiryDialog /></Suspense>}
    </>
  );
}
