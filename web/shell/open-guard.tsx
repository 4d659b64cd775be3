import { lazy, Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { useSession } from '../api/session.ts';
import { loadPart } from '../lib/load-code.ts';
import { Logo } from '../parts/page/logo.tsx';
import { paths } from '../paths.ts';
import { Footer } from './footer.tsx';
import { Waiting } from './root.tsx';
import styles from './legal-page.module.css';

const Guard = lazy(() => loadPart(() => import('./guard.tsx')));

/** Public pages: with the navigation for signed-in people, otherwise with the brand only. */
export default function OpenGuard() {
  const session = useSession();
  if (session !== null)
    return (
      <Suspense fallback={<Waiting />}>
        <Guard />
      </Suspense>
    );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to={paths.login()} className={styles.brand}>
          <Logo />
        </Link>
        <Link to={paths.login()}>Sign in</Link>
      </header>
      <Outlet />
      <Footer />
    </div>
  );
}
