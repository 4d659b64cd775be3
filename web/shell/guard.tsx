import { Navigate, useLocation } from 'react-router';
import { endedByChoice, keyOfPerson } from '../api/session-store.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { Shell } from './shell.tsx';

/**
 * Lets only signed-in people to the pages below it; others go to the log-in and then to the requested page. After
 * signing out there is no such page: the next person may be somebody else.
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
