import { Progress } from '@mantine/core';
import styles from './upgrades.module.css';

/** The progress of a file that is made for the first time. */
export function Making({ title, percent }: { title: string; percent: number }) {
  return (
    <span role="status" className={styles.making}>
      <Progress value={Math.max(5, percent)} color="brand" aria-label={`Making ${title}`} />
      Being made for the first time…
    </span>
  );
}

/** Says that it could not be made. */
export function NotMade() {
  return (
    <span className={styles.failed} role="alert">
      This could not be made. Please try again.
    </span>
  );
}
