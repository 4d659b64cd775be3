import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';

/** Lets only signed-in people to the pages below it, which stand alone: small windows without menu. */
export default function BareGuard() {
  const session = useSession();
  const location = useLocation();
  return session ? <><ImpersonationBanner /><Outlet /></> : <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
}
