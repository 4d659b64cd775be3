/** A project as it is saved -> the project that is laid out: one mapping for the preview and the renderer. */
import type { VideoProject as SavedProject, VideoTile } from '#contract/content/videos.ts';
import type { Tile, VideoProject } from './project.ts';

/** The default family, which a saved project omits. */
export const defaultFont = 'Inter';

/** The value of a font field without a choice. */
const noFont = 'Select Font';
/** The box behind a text: its corners as a share of the text size. */
const boxRadius = 0.2;
/** The background of a slide without a picture. */
const emptyGround = '#1f2937';

/** The laid-out form of a saved project. Files are named by their saved addresses. */
export function layoutOf({ ratio, tiles, audio, logo, watermark, captions }: SavedProject): VideoProject {
  return {
    ratio,
    tiles: tiles.map((tile) => keep(laidOut, tile, tileOf)),
    music: audio.status && audio.url !== '' ? { file: audio.url, volume: audio.volume } : null,
    logo: keep(marks, logo, markOf),
    watermark: keep(marks, watermark, markOf),
    captions,
  };
}

/** The same slide is laid out as the same object, so that its drawing can be cached. */
const laidOut = new WeakMap<VideoTile, Tile>();
const marks = new WeakMap<SavedProject['logo'], VideoProject['logo']>();

function keep<Saved extends object, Made>(
  made: WeakMap<Saved, Made>,
  saved: Saved,
  make: (saved: Saved) => Made,
): Made {
  const known = made.get(saved) ?? make(saved);
  made.set(saved, known);
  return known;
}

const markOf = ({ status, url, position }: SavedProject['logo']): VideoProject['logo'] =>
  status && url !== '' ? { file: url, position } : null;

function tileOf(tile: VideoTile): Tile {
  return {
    media: mediaOf(tile),
    seconds: tile.duration,
    text: tile.text,
    textStyle: {
      position: tile.text_position,
      align: 'auto',
      colour: tile.text_color,
      size: tile.text_size,
      font: familyOf(tile),
      bold: tile.bold,
      italic: tile.italic,
      box:
        tile.bg_color === '' || tile.remove_bg
          ? null
          : { colour: tile.bg_color, opacity: tile.opacity, radius: boxRadius },
    },
    blur: tile.blur,
    speech: tile.audio === '' ? null : { file: tile.audio, seconds: tile.audio_ms / 1000, words: tile.tts_text },
    transition: tile.transition,
  };
}

function mediaOf({ type, file_url: file, start_time: startTime, volume }: VideoTile): Tile['media'] {
  if (file === '') return { kind: 'colour', colour: emptyGround };
  return type === 'image' ? { kind: 'image', file } : { kind: 'video', file, startSeconds: startTime - 1, volume };
}

/** The family of a slide's text. */
export function familyOf({ font, font_name: name }: Pick<VideoTile, 'font' | 'font_name'>): string {
  if (name !== '' && name !== noFont) return name;
  return font === '' || font === noFont || font.includes('/') ? defaultFont : font;
}
