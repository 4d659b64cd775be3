import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session.ts';
import { wantedPage } from './wanted-page.ts';

/** Redirects a signed-in person from the log-in to the requested page, by default the dashboard. */
export function Guest() {
  const session = useSession();
  const location = useLocation();
  if (session) return <Navigate to={wantedPage(location.state)} replace />;
  return <Outlet />;
}
