import { Navigate, useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { Shell } from './Shell.tsx';

/** Lets only signed-in people to the pages below it; others go to the log-in and come back to where they wanted. */
export default function Guard() {
  const session = useSession();
  const location = useLocation();
  if (!session) return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
  return <Shell />;
}
