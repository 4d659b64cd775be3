import { Stack } from '@mantine/core';
import { Videos } from './library.tsx';
import { YouTube } from './youtube.tsx';

/** Short trending clips: our own loops, and YouTube's Creative Commons videos. */
export function ViralPanel() {
  return (
    <Stack gap="md">
      <Videos keyword="trending" />
      <YouTube />
    </Stack>
  );
}
