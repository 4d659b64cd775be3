import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { wantedPage } from './wanted-page.ts';

/** Sends who is signed in already from the log-in to the page they wanted, the dashboard if none. */
export function Guest() {
  const session = useSession();
  const location = useLocation();
  if (session) return <Navigate to={wantedPage(location.state)} replace />;
  return <Outlet />;
}
