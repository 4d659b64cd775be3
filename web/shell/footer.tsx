import { Link } from 'react-router';
import { useBrand } from '../brand.ts';
import styles from './footer.module.css';

/** Terms, privacy and support, under every page behind the guard. */
export function Footer() {
  const { name } = useBrand();
  return (
    <footer className={styles.footer}>
      <span>© {new Date().getFullYear()} {name}</span>
      <nav aria-label="Legal and support">
        <Link to="/terms">Terms</Link>
        <Link to="/privacy-policy">Privacy</Link>
        <Link to="/help-and-support">Support</Link>
      </nav>
    </footer>
  );
}
