import { Skeleton } from '@mantine/core';
import styles from './skeletons.module.css';

type Props = { rows: number; kind: 'cards' | 'table' | 'form' };

/** The shape of what is being loaded. */
export function Skeletons({ rows, kind }: Props) {
  return (
    <div className={styles[kind]} aria-busy="true">
      <span className={styles.word} role="status">Loading…</span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={kind === 'cards' ? 148 : kind === 'table' ? 52 : 60} radius={kind === 'cards' ? 12 : 8} />
      ))}
    </div>
  );
}
