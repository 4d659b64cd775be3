import { Link } from 'react-router';
import { SignedOut } from '../shell/signed-out.tsx';
import styles from './login.module.css';

/** `/social-connect-code`: where a network's consent will end. */
export default function SocialConnectCode() {
  return (
    <SignedOut title="Connect Account" heading="This page is on its way" text="Giving the product access to an account will end here.">
      <p className={styles.forgot}><Link to="/dashboard">Back to the dashboard</Link></p>
    </SignedOut>
  );
}
