import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Icon } from '../../parts/icon.tsx';
import styles from './panels.module.css';
import { Videos } from './library.tsx';

/** Short clips that fit the moment: our own loops to use at once, and YouTube's Creative Commons ones to look at. */
export function ViralPanel() {
  return (
    <Stack gap="md">
      <Videos keyword="trending" />
      <YouTube />
    </Stack>
  );
}

/** YouTube's terms do not let us copy its videos, so they open there. */
function YouTube() {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const found = useCall(
    'search-youtube',
    { keyword, no_of_videos: 10, next_page_token: '', license: 'Creative Commons' },
    { enabled: keyword !== '' },
  );
  return (
    <form
      className={styles.youtube}
      onSubmit={(event) => {
        event.preventDefault();
        setKeyword(typed.trim());
      }}
    >
      <TextInput
        label="Look at YouTube (Creative Commons)"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        rightSectionWidth={84}
        rightSection={
          <Button type="submit" size="compact-sm" variant="default" disabled={typed.trim() === ''}>
            Search
          </Button>
        }
      />
      {found.isError && (
        <Text size="sm" c="dimmed" role="status">
          {found.error.message}
        </Text>
      )}
      {(found.data?.videos ?? []).map(({ id, title, page_url }) => (
        <Anchor key={id} href={page_url ?? undefined} target="_blank" rel="noreferrer" size="sm">
          {title} <Icon name="external-link" size={12} />
        </Anchor>
      ))}
    </form>
  );
}
