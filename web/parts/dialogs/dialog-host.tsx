import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { expiry } from '../../api/expired.ts';
import { identity } from '../../lib/identity.ts';
import { loadPart, loadWhenIdle } from '../../lib/load-code.ts';
import { conflicts } from './conflicts.ts';
import { onDialog, openDialog } from './dialogs.ts';

const loadDialogs = () => import('./dialogs.tsx');
const loadIdentityDialog = () => import('./identity-dialog.tsx');
const loadExpiryDialog = () => import('./expiry-dialog.tsx');
const loadConflictDialog = () => import('./conflict-dialog.tsx');

const Dialogs = lazy(async () => ({ default: (await loadPart(loadDialogs)).Dialogs }));
const IdentityDialog = lazy(async () => ({ default: (await loadPart(loadIdentityDialog)).IdentityDialog }));
const ExpiryDialog = lazy(async () => ({ default: (await loadPart(loadExpiryDialog)).ExpiryDialog }));
const ConflictDialog = lazy(async () => ({ default: (await loadPart(loadConflictDialog)).ConflictDialog }));

/**
 * Shows `confirmDelete`, `alertOops` and the questions for a confirmed identity, for the password of an expired
 * session, and for the version to keep in a conflict; mounted once in the app. Their code is loaded when the first page
 * is shown and the browser is idle, so that they also appear without a connection.
 */
export function DialogHost() {
  const [dialog, question] = [
    useSyncExternalStore(onDialog, openDialog),
    useSyncExternalStore(identity.onChange, identity.open),
  ];
  const [expired, conflict] = [
    useSyncExternalStore(expiry.onChange, expiry.open),
    useSyncExternalStore(conflicts.onChange, conflicts.open),
  ];
  const [needed, setNeeded] = useState({ dialogs: false, identity: false, expiry: false, conflict: false });
  useEffect(() => loadWhenIdle([loadDialogs, loadConflictDialog, loadIdentityDialog, loadExpiryDialog]), []);
  if (dialog && !needed.dialogs) setNeeded({ ...needed, dialogs: true });
  else if (question && !needed.identity) setNeeded({ ...needed, identity: true });
  else if (expired && !needed.expiry) setNeeded({ ...needed, expiry: true });
  else if (conflict && !needed.conflict) setNeeded({ ...needed, conflict: true });
  return (
    <>
      {needed.dialogs && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
      {needed.identity && (
        <Suspense>
          <IdentityDialog />
        </Suspense>
      )}
      {needed.expiry && (
        <Suspense>
          <ExpiryDialog />
        </Suspense>
      )}
      {needed.conflict && (
        <Suspense>
          <ConflictDialog />
        </Suspense>
      )}
    </>
  );
}
