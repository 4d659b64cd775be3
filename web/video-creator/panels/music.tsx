import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { notify } from '../../parts/notify.ts';
import styles from './panels.module.css';
import { useEditor, useSettings } from '../editor.ts';
import { ShareSlider } from './share-slider.tsx';
import { UploadButton } from './upload-button.tsx';
import { Waveform } from './waveform.tsx';

/** Music of the sources: to listen to, and to lay under the video. */
export function AudioLibraryPanel() {
  const { settings, set } = useSettings();
  const { preview } = useEditor();
  return (
    <Stack gap="md">
      <CurrentMusic />
      <div onPlayCapture={() => preview.pause()}>
        <MediaPicker
          type="music"
          onPick={({ url, title }) => {
            set({ audio: { ...settings.audio, url, title, status: true } });
            notify.success('Audio added successfully');
          }}
        />
      </div>
    </Stack>
  );
}

/** Music of the person's own. */
export function UploadAudioPanel() {
  const { settings, set } = useSettings();
  const [peaks, setPeaks] = useState<{ url: string; values: readonly number[] } | null>(null);
  return (
    <Stack gap="md">
      <UploadButton
        type="music"
        hint="MP3 or WAV, under 10 MB"
        onDone={({ url, peaks: values }) => {
          set({ audio: { ...settings.audio, url, title: 'Uploaded audio', status: true } });
          setPeaks(values === null ? null : { url, values });
        }}
      >
        Upload audio
      </UploadButton>
      {peaks !== null && peaks.url === settings.audio.url && <Waveform peaks={peaks.values} />}
      <CurrentMusic />
    </Stack>
  );
}

/** What plays under the video now. */
function CurrentMusic() {
  const { settings, set } = useSettings();
  const { audio } = settings;
  if (audio.url === '')
    return (
      <Text size="sm" c="dimmed">
        No music yet. It plays under the whole video, softer while somebody speaks, and fades out.
      </Text>
    );
  return (
    <Stack gap="xs" className={styles.current ?? ''}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          <Icon name="music" size={14} /> {audio.title || 'Music'}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={() => set({ audio: { ...audio, url: '', title: '', status: false } })}
        >
          Remove
        </Button>
      </Group>
      <Switch
        label="Play music"
        checked={audio.status}
        onChange={(event) => set({ audio: { ...audio, status: event.currentTarget.checked } })}
      />
      <ShareSlider
        label="Volume of the music"
        value={audio.volume}
        onChange={(volume) => set({ audio: { ...audio, volume } }, { gesture: 'music volume' })}
      />
    </Stack>
  );
}
