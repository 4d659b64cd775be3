import { Navigate, useLocation } from 'react-router';
import { endedByChoice, keyOfPerson } from '../api/session-store.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { Shell } from './shell.tsx';

/**
 * Opens the pages below it to signed-in people; others go to the log-in and then to the requested page. After signing
 * out the requested page is dropped: the next person may be somebody else.
 */
export default function Guard() {
  const session = useSession();
  const location = useLocation();
  if (!session)
    return (
      <Navigate
        to={paths.login()}
        replace
        state={endedByChoice() ? null : { from: location.pathname + location.search }}
      />
    );
  return <Shell key={keyOfPerson(session)} />;
}
