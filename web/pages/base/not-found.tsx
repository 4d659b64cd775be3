import { Link } from 'react-router';
import { SignedOut } from '../../shell/signed-out.tsx';
import { useSession } from '../../api/session.ts';
import link from '../../parts/buttons/submit-button.module.css';
import { paths } from '../../paths.ts';
import styles from './not-found.module.css';

/** Any address that the product does not have. */
export default function NotFound() {
  const session = useSession();
  return (
    <SignedOut
      title="Page not found"
      heading="This page does not exist"
      text="The address may be mistyped, or what was here has been deleted."
    >
      <p className={styles.way}>
        <Link className={link.button} to={session ? paths.dashboard() : paths.login()}>
          {session ? 'Go to the dashboard' : 'Go to sign in'}
        </Link>
      </p>
    </SignedOut>
  );
}
