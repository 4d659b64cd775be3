import { ActionIcon, Button, Checkbox, Input, NumberInput, Select, Stack, Textarea } from '@mantine/core';
import { useId } from 'react';
import { textPositions, type VideoTile } from '#contract/content/videos.ts';
import type { Hint } from '#render/layout/index.ts';
import { useCall } from '../../api/queries.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { MoreFonts } from '../../parts/media-picker/more-fonts.tsx';
import styles from './panels.module.css';
import { useEditor, usePreviewState, useTile } from '../editor.ts';
import { hintWords } from '../hint-words.ts';
import { ShareSlider } from './share-slider.tsx';

/** The slide's text: words, position, typeface, colours. */
export function TextPanel() {
  const { tile, set } = useTile();
  const empty = tile.text.trim() === '';
  const change = (values: Partial<VideoTile>, field: string) => set(values, { gesture: `${field} ${tile.id}` });
  return (
    <Stack gap="md">
      <Textarea
        label="Text (Avoid Using Special Characters)"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        value={tile.text}
        onChange={(event) => change({ text: event.currentTarget.value }, 'text')}
      />
      <Hints />
      <PositionGrid value={tile.text_position} onChange={(position) => set({ text_position: position })} />
      <FontSelect tile={tile} onChange={(family) => set({ font: family, font_name: family })} />
      <MoreFonts onTaken={({ family }) => set({ font: family, font_name: family })} />
      <div className={styles.sizeAndFace}>
        <NumberInput
          label="Font size"
          min={1}
          max={100}
          value={tile.text_size}
          onChange={(value) => {
            const size = Number(value);
            if (size >= 1 && size <= 100) change({ text_size: size }, 'size');
          }}
        />
        {(['bold', 'italic'] as const).map((face) => (
          <ActionIcon
            key={face}
            size={36}
            variant={tile[face] ? 'filled' : 'default'}
            aria-label={face === 'bold' ? 'Bold' : 'Italic'}
            aria-pressed={tile[face]}
            onClick={() => set({ [face]: !tile[face] })}
          >
            <Icon name={face} size={18} />
          </ActionIcon>
        ))}
      </div>
      <div className={styles.pair}>
        <ColorField
          label="Text color"
          value={tile.text_color}
          onChange={(text_color) => change({ text_color }, 'color')}
        />
        <ColorField
          label="Background color"
          value={tile.bg_color}
          onChange={(bg_color) => change({ bg_color, remove_bg: false }, 'background')}
        />
      </div>
      <ShareSlider
        label="Text background opacity"
        value={tile.opacity}
        disabled={empty}
        onChange={(opacity) => change({ opacity }, 'opacity')}
      />
      <Checkbox
        label="Remove Text Background"
        checked={tile.remove_bg}
        disabled={tile.bg_color === ''}
        onChange={(event) => set({ remove_bg: event.currentTarget.checked })}
      />
      <Checkbox
        label="Blur"
        description={empty ? 'Blurs the picture behind a text' : undefined}
        checked={tile.blur}
        disabled={empty}
        onChange={(event) => set({ blur: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** What one press does about a hint. */
const cures: Partial<Record<Hint['kind'], Partial<VideoTile>>> = {
  'low-contrast': { text_color: '#ffffff', bg_color: '#000000', opacity: 0.7, remove_bg: false },
  'text-over-logo': { text_position: 'center' },
  'text-over-watermark': { text_position: 'center' },
};

/** What makes the text hard to read. */
function Hints() {
  const { preview } = useEditor();
  const { index, set } = useTile();
  usePreviewState(); // a font or picture that has loaded changes how readable it is
  const hints = preview.hintsOf(index);
  return (
    <ul className={styles.hints} role="status" aria-label="Hints">
      {hints.map((hint) => (
        <li key={hint.kind}>
          <Icon name="info-circle" size={16} />
          <span>
            {hintWords(hint)}{' '}
            {cures[hint.kind] && (
              <Button size="compact-xs" variant="light" onClick={() => set(cures[hint.kind] ?? {})}>
                Keep text readable
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const nameOf = (position: string): string => position.replace('-', ' ');

function PositionGrid({
  value,
  onChange,
}: {
  value: VideoTile['text_position'];
  onChange: (position: VideoTile['text_position']) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.positions}>
      <legend>Position</legend>
      <div>
        {textPositions.map((position) => (
          <label key={position} title={nameOf(position)}>
            <input
              type="radio"
              name={name}
              aria-label={nameOf(position)}
              checked={position === value}
              onChange={() => onChange(position)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function FontSelect({ tile, onChange }: { tile: VideoTile; onChange: (family: string) => void }) {
  const fonts = useCall('fetch-fonts', {});
  const groups = Map.groupBy(fonts.data ?? [], ({ category }) => category);
  return (
    <Select
      label="Font"
      placeholder="Select Font"
      searchable
      nothingFoundMessage="we don't have more results for this keyword"
      maxDropdownHeight={300}
      data={[...groups].map(([group, families]) => ({ group, items: families.map(({ family }) => family) }))}
      value={tile.font_name === '' ? null : tile.font_name}
      error={fonts.isError ? 'The fonts could not be loaded' : undefined}
      onChange={(family) => onChange(family ?? '')}
    />
  );
}

/** A colour, selected with the system's picker. An empty one means none. */
function ColorField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <Input.Wrapper label={label} id={id}>
      <span className={styles.color}>
        <input
          id={id}
          type="color"
          value={value === '' ? '#000000' : value}
          data-empty={value === '' || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <span>{value === '' ? 'None' : value}</span>
      </span>
    </Input.Wrapper>
  );
}
