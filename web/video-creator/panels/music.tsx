import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { sayDate } from '../../lib/dates.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { MediaPicker } from '../../parts/media-picker/media-picker.tsx';
import { MusicRow } from '../../parts/media-picker/music-row.tsx';
import { notify } from '../../parts/notices/notify.ts';
import styles from './panels.module.css';
import { useEditor, useSettings } from '../editor.ts';
import { KeptFiles } from './kept-files.tsx';
import { ShareSlider } from './share-slider.tsx';
import { UploadButton } from './upload-button.tsx';
import { Waveform } from './waveform.tsx';

/** Music from the sources, to play and to add to the video. */
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

/** The person's own music: upload, and all files so far. */
export function UploadAudioPanel() {
  const { settings, set } = useSettings();
  const { preview } = useEditor();
  const [peaks, setPeaks] = useState<{ url: string; values: readonly number[] } | null>(null);
  const use = ({ url, title, peaks: values }: { url: string; title: string; peaks: readonly number[] | null }) => {
    set({ audio: { ...settings.audio, url, title, status: true } });
    setPeaks(values === null ? null : { url, values });
  };
  return (
    <Stack gap="md">
      <UploadButton
        type="music"
        hint="MP3 or WAV, under 10 MB"
        onDone={({ url, peaks: values }) => use({ url, title: 'Uploaded audio', peaks: values })}
      >
        Upload audio
      </UploadButton>
      {peaks !== null && peaks.url === settings.audio.url && <Waveform peaks={peaks.values} />}
      <CurrentMusic />
      <div onPlayCapture={() => preview.pause()}>
        <KeptFiles kind="audio" shape="rows">
          {({ id, url, title, duration_ms: length, created, peaks: values }) => (
            <MusicRow
              key={id}
              result={{
                title: title || 'Upload',
                url,
                seconds: (length ?? 0) / 1000,
                about: `Added ${sayDate(created)}`,
              }}
              isPicked={settings.audio.url === url}
              isTaking={false}
              onPick={() => use({ url, title: title || 'Uploaded audio', peaks: values })}
            />
          )}
        </KeptFiles>
      </div>
    </Stack>
  );
}

/** The current music of the video. */
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
