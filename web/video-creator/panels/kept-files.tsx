import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LibraryEntry } from '#contract/content/library.ts';
import { useList } from '../../api/queries.ts';
import { ShowMore } from '../../parts/lists/show-more.tsx';
import styles from './panels.module.css';

type Props = {
  kind: LibraryEntry['kind'];
  shape: 'grid' | 'rows';
  /** Draws one file, with a key. */
  children: (file: LibraryEntry) => ReactNode;
};

/** The agency's files of one kind, newest first. */
export function KeptFiles({ kind, shape, children }: Props) {
  const list = useList('fetch-library', { kind });
  if (list.error)
    return (
      <div role="alert">
        <Text size="sm">{list.error.message}</Text>
        <Button size="compact-sm" variant="default" onClick={list.retry}>
          Try again
        </Button>
      </div>
    );
  if (list.items.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        {list.loading ? 'Loading…' : 'You do not have any uploads'}
      </Text>
    );
  return (
    <div className={styles.results} data-shape={shape} role="group" aria-label="Your uploads">
      {list.items.map(children)}
      <ShowMore list={list} size="compact-sm">
        Show more
      </ShowMore>
    </div>
  );
}
