import { Icon } from '../parts/icons/icon.tsx';
import { signOut, useSession } from '../api/session.ts';
import styles from './banners.module.css';

/** Shows on every page that an operator is signed in for this person; otherwise renders nothing. */
export function ImpersonationBanner() {
  const user = useSession()?.user;
  if (!user?.impersonated) return null;
  return (
    <aside className={styles.banner} data-kind="impersonated" aria-label="Signed in for someone else">
      <Icon name="user-circle" />
      <p>
        You are signed in on behalf of <strong>{user.name}</strong>. What you do here is recorded.
      </p>
      <button type="button" onClick={() => void signOut()}>
        End this session
      </button>
    </aside>
  );
}
