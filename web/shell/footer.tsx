import { Link } from 'react-router';
import { useBrand } from '../theme/brand.ts';
import { paths } from '../paths.ts';
import styles from './footer.module.css';

/** Terms, privacy and support, under every page behind the guard. */
export function Footer() {
  const { name } = useBrand();
  return (
    <footer className={styles.footer}>
      <span>
        © {new Date().getFullYear()} {name}
      </span>
      <nav aria-label="Legal and support">
        <Link to={paths.terms()}>Terms</Link>
        <Link to={paths.privacyPolicy()}>Privacy</Link>
        <Link to={paths.helpAndSupport()}>Support</Link>
      </nav>
    </footer>
  );
}
