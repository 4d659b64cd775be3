import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { useTile } from '../editor.ts';

/** Pictures and clips from the sources. */
export function LibraryPanel() {
  const [type, setType] = useState<'image' | 'video'>('image');
  const { set } = useTile();
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Kind"
        data={[
          { value: 'image', label: 'Images' },
          { value: 'video', label: 'Videos' },
        ]}
        value={type}
        onChange={(value) => setType(value === 'video' ? 'video' : 'image')}
      />
      {type === 'image' ? (
        <MediaPicker
          key="image"
          type="image"
          onPick={({ image, thumb }) => set({ type: 'image', file_url: image, poster: thumb })}
        />
      ) : (
        <Videos keyword="nature" />
      )}
    </Stack>
  );
}

/** Clips to choose from. */
export function Videos({ keyword }: { keyword: string }) {
  const { set } = useTile();
  return (
    <MediaPicker
      key={keyword}
      type="video"
      keyword={keyword}
      onPick={({ url, image }) => set({ type: 'video', file_url: url, poster: image, start_time: 1 })}
    />
  );
}
