import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { LibraryEntry } from '#contract/content/library.ts';
import { useList } from '../../api/queries.ts';
import { ErrorState } from '../states/error-state.tsx';
import { Icon } from '../icons/icon.tsx';
import { ShowMore } from '../lists/show-more.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import styles from './library-choice.module.css';

type Props = {
  kind: LibraryEntry['kind'];
  /** The id of a file that is left out. */
  leftOut?: string;
  /** The ids of the selected files. */
  chosen: readonly string[];
  /** The id of a file that is being added to its target. */
  taking?: string | null;
  /** The text shown if there is nothing to choose from. */
  empty: string;
  onChoose: (file: LibraryEntry) => void;
};

/** The agency's files of one kind to choose from, newest first, with a search. */
export function LibraryChoice({ kind, leftOut, chosen, taking = null, empty, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const list = useList('fetch-library', { kind, ...(search === '' ? {} : { search }) });
  const files = list.items.filter(({ id }) => id !== leftOut);
  return (
    <Stack gap="md">
      <TextInput
        label="Search by name"
        data-autofocus
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {list.loading ? (
        <Skeletons rows={4} kind="cards" />
      ) : list.error !== null && files.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : files.length === 0 ? (
        <Text size="sm" role="status">
          {search === '' ? empty : 'No file fits this search.'}
        </Text>
      ) : (
        <ul className={styles.choices} aria-label="Files">
          {files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={chosen.includes(file.id)}
                aria-busy={taking === file.id || undefined}
                onClick={() => onChoose(file)}
              >
                {file.thumb === null ? (
                  <Icon name="file-text" size={24} />
                ) : (
                  <img src={file.thumb} alt="" loading="lazy" />
                )}
                <span title={file.title}>{file.title === '' ? 'Untitled' : file.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} mt={0} />
    </Stack>
  );
}
