import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { isLinkVisit } from '../api/link-session.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';

/**
 * Opens the pages below it to signed-in people and to visits that began on a connect link's page. These pages are small
 * windows without a menu.
 */
export default function BareGuard() {
  const session = useSession();
  const location = useLocation();
  const [byLink] = useState(() => isLinkVisit(new URLSearchParams(location.search).get('state') ?? ''));
  if (byLink) return <Outlet />;
  return session ? (
    <>
      <ImpersonationBanner />
      <Outlet />
    </>
  ) : (
    <Navigate to={paths.login()} replace state={{ from: location.pathname + location.search }} />
  );
}
