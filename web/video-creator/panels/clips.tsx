import { Button, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { transitions } from '#contract/content/videos.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { setEveryTile } from '../edits.ts';
import { useEditor, useSettings, useTile } from '../editor.ts';
import { usePicked } from '../random-picture.ts';
import panelStyles from './panels.module.css';
import { ShareSlider } from './share-slider.tsx';

const transitionLabels = {
  none: 'None',
  fade: 'Fade',
  'slide-left': 'Slide left',
  'slide-right': 'Slide right',
  'slide-up': 'Slide up',
  'slide-down': 'Slide down',
  wipe: 'Wipe',
  zoom: 'Zoom',
  blur: 'Blur',
} as const satisfies Record<(typeof transitions)[number], string>;

/** The slide's duration, its start in a clip, and its transition to the next slide. */
export function ClipsPanel() {
  const { store } = useEditor();
  const { tile, set } = useTile();
  const { settings, set: setSettings } = useSettings();
  const picked = usePicked();
  return (
    <Stack gap="md">
      <NumberInput
        label="Slide time"
        description={
          tile.audio_ms / 1000 + 0.4 > tile.duration
            ? 'Seconds. The speech is longer, so the slide stays for it.'
            : 'Seconds'
        }
        min={1}
        max={600}
        value={tile.duration}
        onChange={(value) => {
          const duration = Number(value);
          if (duration >= 1 && duration <= 600) set({ duration }, { gesture: `duration ${tile.id}` });
        }}
      />
      {tile.type === 'video' && (
        <>
          <NumberInput
            label="Start time"
            description="The second of the clip that the slide begins with"
            min={1}
            max={86_400}
            value={tile.start_time}
            onChange={(value) => {
              if (Number(value) >= 1) set({ start_time: Number(value) }, { gesture: `start ${tile.id}` });
            }}
          />
          <ShareSlider
            label="Sound of the clip"
            value={tile.volume}
            onChange={(volume) => set({ volume }, { gesture: `volume ${tile.id}` })}
          />
        </>
      )}
      <Select
        label="Transition to the next slide"
        allowDeselect={false}
        data={transitions.map((value) => ({ value, label: transitionLabels[value] }))}
        value={tile.transition}
        onChange={(value) => {
          const transition = transitions.find((each) => each === value);
          if (transition !== undefined) set({ transition });
        }}
      />
      <Button
        variant="default"
        className={panelStyles.wraps ?? ''}
        onClick={() => store.change(setEveryTile(() => ({ transition: tile.transition, duration: tile.duration })))}
      >
        Use this time and transition on all slides
      </Button>
      <TextInput
        label="Keyword"
        description="Random pictures for new slides match this keyword"
        maxLength={100}
        value={settings.keyword}
        onChange={(event) => setSettings({ keyword: event.currentTarget.value }, { gesture: 'keyword' })}
      />
      <Button
        variant="default"
        leftSection={<Icon name="repeat" size={16} />}
        loading={picked.busy}
        onClick={() => void picked.into(tile.id)}
      >
        Replace
      </Button>
    </Stack>
  );
}
