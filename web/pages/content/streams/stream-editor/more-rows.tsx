import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { sayCount } from '../../../../lib/words.ts';

/** The loading of the rest of a list. */
export type More = { hasMore: boolean; load: () => void; loading: boolean; failed: boolean };

/** Loads the rest of a list page by page and shows the progress; after a failed page it waits for the person. */
export function MoreRows({ more: { hasMore, load, loading, failed }, here, total }: { more: More } & Counts) {
  const goesOn = hasMore && !loading && !failed;
  useEffect(() => {
    if (goesOn) load();
  }, [goesOn, load]);
  if (!hasMore) return null;
  return (
    <Group justify="center" mt="md" gap="sm">
      <Text size="sm" c={failed ? 'var(--bad-text)' : 'dimmed'} role={failed ? 'alert' : 'status'}>
        {failed ? 'The next ones could not be loaded.' : `${inWords(here)} of ${inWords(total)} are loaded …`}
      </Text>
      {failed && (
        <Button variant="default" loading={loading} onClick={load}>
          Try again
        </Button>
      )}
    </Group>
  );
}

/** How many rows are loaded, and how many there are. */
type Counts = { here: number; total: number };

const inWords = (count: number): string => sayCount(count);
