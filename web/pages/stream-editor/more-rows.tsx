import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** The rows of a list that are not here yet. `failed`: the last try to get some did. */
export type More = { hasMore: boolean; load: () => void; loading: boolean; failed: boolean };

/** How far below the window the end of the list may be when the next rows are asked for. */
const ahead = '800px';

/** The end of a list that goes on by itself as one scrolls towards it, with a button for whoever does not scroll. */
export function MoreRows({ more: { hasMore, load, loading, failed }, left }: { more: More; left: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const goesOn = hasMore && !loading && !failed;
  const latest = useRef(load);
  useEffect(() => { latest.current = load; });
  useEffect(() => {
    if (!goesOn || button.current === null) return;
    const observer = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current(); }, { rootMargin: ahead });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [goesOn, left]);
  if (!hasMore) return null;
  return (
    <Group justify="center" mt="md" gap="sm">
      {failed && <Text size="sm" c="var(--bad-text)" role="alert">The next ones could not be loaded.</Text>}
      <Button ref={button} variant="default" loading={loading} onClick={load}>Show more ({left})</Button>
    </Group>
  );
}
