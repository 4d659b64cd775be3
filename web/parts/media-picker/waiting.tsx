import { Skeleton } from '@mantine/core';
import type { SearchType } from '#contract/content/stock.ts';
import styles from './media-picker.module.css';

/** The placeholders of results that are loading. */
export function Waiting({ type, count }: { type: SearchType; count: number }) {
  const isGrid = type === 'image' || type === 'video' || type === 'meme';
  return (
    <div className={isGrid ? styles.grid : styles.rows} aria-hidden="true">
      {Array.from({ length: isGrid ? count : Math.ceil(count / 3) }, (_none, at) => (
        <Skeleton key={at} height={isGrid ? 84 : 52} radius={8} />
      ))}
    </div>
  );
}
