import type { ReactNode } from 'react';
import styles from './panel.module.css';

type Props = { id: string; title: string; /** At the right end of the heading: a link, a count. */ side?: ReactNode; children: ReactNode };

/** One box of the dashboard under its heading. */
export function Panel({ id, title, side, children }: Props) {
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}><h2 id={id}>{title}</h2>{side}</div>
      {children}
    </section>
  );
}

/** A sentence in place of what is not there yet. */
export const Quiet = ({ children }: { children: ReactNode }) => <p className={styles.quiet}>{children}</p>;
