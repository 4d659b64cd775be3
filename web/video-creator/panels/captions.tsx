import { Button, Stack, Switch, Text } from '@mantine/core';
import { layoutOf, srtOf } from '#render/layout/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { saveFile } from '../../lib/save-file.ts';

import { useEditor, useSettings, useSnapshot } from '../editor.ts';
import { projectOf, tilesOf } from '../document.ts';

/** Captions of the speech: drawn into the video, and as a separate file. */
export function Captions() {
  const { store } = useEditor();
  const { document } = useSnapshot();
  const { settings, set } = useSettings();
  const speaks = tilesOf(document).some(({ audio, tts_text: words }) => audio !== '' && words.trim() !== '');
  const save = () => {
    const { document: now, selected } = store.snapshot();
    saveFile(
      `${settings.name.trim() || 'video'}.srt`,
      srtOf(layoutOf(projectOf(now, selected))),
      'application/x-subrip',
    );
  };
  return (
    <Stack gap="xs" role="group" aria-label="Captions">
      <Switch
        label="Show captions in the video"
        description="The words of the speech, drawn over the slides while they are spoken"
        checked={settings.captions}
        onChange={(event) => set({ captions: event.currentTarget.checked })}
      />
      <Button variant="default" leftSection={<Icon name="download" size={16} />} disabled={!speaks} onClick={save}>
        Download captions (.srt)
      </Button>
      {!speaks && (
        <Text size="xs" c="dimmed">
          Captions appear once a slide has speech.
        </Text>
      )}
    </Stack>
  );
}
