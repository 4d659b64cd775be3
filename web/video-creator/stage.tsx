import { ActionIcon, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { videoRatios } from '#contract/content/videos.ts';
import { longestStreamSeconds, tooLongFor } from '#rules/video-size.ts';
import { framesPerSecond, stageOf } from '#render/layout/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import styles from './creator.module.css';
import { LooksButton } from './looks.tsx';
import { useEditor, usePreviewState, useSettings, useSnapshot } from './editor.ts';

const ratioLabels = { '16:9': '16:9 wide', '9:16': '9:16 upright', '1:1': '1:1 square' } as const;

/** The stage with its controls: playback, time, sound, format. */
export function Stage() {
  const { preview } = useEditor();
  const { settings, set } = useSettings();
  const { frame, frames, slide, playing } = usePreviewState();
  const stage = stageOf(settings.ratio);
  return (
    <section className={styles.stage} aria-label="Preview">
      <div className={styles.screen}>
        <canvas
          ref={(canvas) => preview.attach(canvas)}
          width={stage.width}
          height={stage.height}
          role="img"
          aria-label={`Slide ${slide + 1} at ${clockOf(frame)}`}
          style={{ aspectRatio: `${stage.width} / ${stage.height}` }}
        />
        <Begin />
      </div>
      <div className={styles.controls}>
        <ActionIcon
          size={40}
          variant="filled"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => (playing ? preview.pause() : void preview.play())}
        >
          <Icon name={playing ? 'player-pause' : 'player-play'} size={20} />
        </ActionIcon>
        <input
          type="range"
          className={styles.scrub}
          aria-label="Time"
          aria-valuetext={`${clockOf(frame)} of ${clockOf(frames)}`}
          min={0}
          max={Math.max(0, frames - 1)}
          value={frame}
          onChange={(event) => preview.seek(event.currentTarget.valueAsNumber)}
        />
        <span className={styles.clock}>
          {clockOf(frame)} / {clockOf(frames)}
        </span>
        <Volume />
        <LooksButton />
        <Select
          className={styles.ratio ?? ''}
          aria-label="Shape of the video"
          allowDeselect={false}
          data={videoRatios.map((value) => ({ value, label: ratioLabels[value] }))}
          value={settings.ratio}
          onChange={(value) => {
            const ratio = videoRatios.find((each) => each === value);
            if (ratio !== undefined) set({ ratio });
          }}
        />
      </div>
      <Notes />
    </section>
  );
}

/** Shown for a project without any content. */
function Begin() {
  const { order, tiles } = useSnapshot().document;
  const isEmpty = order.every((id) => !tiles[id]?.file_url && !tiles[id]?.text.trim());
  return isEmpty ? <p className={styles.begin}>Choose a picture from the library or write a text to begin.</p> : null;
}

function Volume() {
  const { preview } = useEditor();
  const [level, setLevel] = useState(0.8);
  const [muted, setMuted] = useState(false);
  useEffect(() => preview.setVolume(level, muted), [preview, level, muted]);
  return (
    <span className={styles.volume}>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={muted ? 'Sound on' : 'Mute'}
        aria-pressed={muted}
        onClick={() => setMuted(!muted)}
      >
        <Icon name={muted ? 'volume-off' : 'volume'} size={18} />
      </ActionIcon>
      <input
        type="range"
        aria-label="Volume of the preview"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : level}
        onChange={(event) => {
          setLevel(event.currentTarget.valueAsNumber);
          setMuted(false);
        }}
      />
    </span>
  );
}

/** Files that cannot be shown, listed under the stage. */
function Notes() {
  const { missing, fontsFailed, frames } = usePreviewState();
  return (
    <div role="status" className={styles.notes}>
      {lengthNotes(frames / framesPerSecond).map((note) => (
        <p key={note}>
          <Icon name="clock" size={16} />
          {note}
        </p>
      ))}
      {missing.length > 0 && (
        <p>
          <Icon name="alert-triangle" size={16} />
          {missing.length === 1 ? 'A file' : `${missing.length} files`} of this video cannot be loaded. Choose another
          one in its place.
        </p>
      )}
      {fontsFailed && (
        <p>
          <Icon name="alert-triangle" size={16} />
          The fonts could not be loaded, so that texts may be missing here. They will be in the video.
        </p>
      )}
    </div>
  );
}

/** Networks that do not accept a video of this length, listed before it is made. */
function lengthNotes(seconds: number): string[] {
  const { stream, networks } = tooLongFor(seconds);
  const longest = (most: number): string => clockOf(most * framesPerSecond);
  return [
    ...(stream
      ? [
          `A content stream takes videos under 20 MB, in good quality up to ${longest(longestStreamSeconds)}. ` +
            'This one will be too large for it.',
        ]
      : []),
    ...(networks.length === 0
      ? []
      : [
          `Too long for ${networks.map(({ name, seconds: most }) => `${name} (at most ${longest(most)})`).join(', ')}.`,
        ]),
  ];
}

/** `91 -> '0:03'`. */
function clockOf(frames: number): string {
  const seconds = Math.floor(frames / framesPerSecond);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
