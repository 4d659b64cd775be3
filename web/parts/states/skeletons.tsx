import { Skeleton } from '@mantine/core';
import styles from './skeletons.module.css';

type Props = { rows: number; kind: 'cards' | 'table' | 'form' | 'counters' };

const heights = { cards: 148, table: 52, form: 60, counters: 84 } as const; // px

/** Placeholders in the shape of the content that is loading. */
export function Skeletons({ rows, kind }: Props) {
  return (
    <div className={styles[kind]} aria-busy="true" data-loading>
      <span className={styles.word} role="status">
        Loading…
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={heights[kind]} radius={kind === 'cards' || kind === 'counters' ? 12 : 8} />
      ))}
    </div>
  );
}
