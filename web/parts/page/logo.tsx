import { useBrand } from '../../theme/brand.ts';
import styles from './logo.module.css';

/** The brand's logo, or its icon and name without one. */
export function Logo() {
  const { name, logo } = useBrand();
  if (logo) return <img className={styles.picture} src={logo} alt={name} height={34} />;
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="var(--brand-first)" />
        <path d="M23 0a9 9 0 0 1 9 9v14a9 9 0 0 1-9 9H9z" fill="var(--brand-second)" opacity="0.85" />
        <path fill="var(--brand-on)" d="M12.2 9.1c-.9-.5-2 .1-2 1.2v11.4c0 1 1.1 1.7 2 1.2l10-5.7c.9-.5.9-1.9 0-2.4z" />
      </svg>
      <span className={styles.name}>{name}</span>
    </span>
  );
}
