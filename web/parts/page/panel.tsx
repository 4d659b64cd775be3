import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../states/error-state.tsx';
import styles from './panel.module.css';

type Props = {
  id: string;
  title: string;
  /** At the right end of the heading: a link, a count. */ side?: ReactNode;
  children: ReactNode;
};

/** One box of the dashboard with its heading. */
export function Panel({ id, title, side, children }: Props) {
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {side}
      </div>
      {children}
    </section>
  );
}

/** A sentence in place of missing content. */
export const Quiet = ({ children }: { children: ReactNode }) => <p className={styles.quiet}>{children}</p>;

type Read = { /** Whether the first answer has arrived. */ isThere: boolean; error: Error | null; retry: () => void };
type ReadProps = { read: Read; /** The expected height, px. */ height: number; children: () => ReactNode };

/**
 * Content that a box loads itself: a placeholder while it loads, the reason if that failed, and both the content and
 * the reason if only a later read failed.
 */
export function Reading({ read: { isThere, error, retry }, height, children }: ReadProps) {
  if (!isThere && error)
    return (
      <div className={styles.failed}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    );
  if (!isThere) {
    return (
      <div aria-busy="true" data-loading>
        <span className="visually-hidden" role="status">
          Loading…
        </span>
        <Skeleton height={height} radius={8} />
      </div>
    );
  }
  return (
    <>
      {error && (
        <p className={styles.stale} role="alert">
          This may have changed meanwhile: {error.message}{' '}
          <button type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {children()}
    </>
  );
}
