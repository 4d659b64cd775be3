/**
 * The video project as it is laid out: one shape for the preview in the browser and for the renderer. Files are named,
 * never opened here.
 */
import { z } from 'zod';
import { textPositions as positions, transitions as effects, videoRatios as ratios } from '#contract/content/videos.ts';

/** Frames a second of every video. */
export const framesPerSecond = 30;

/**
 * The positions of texts and marks on the stage, the transitions between slides, and the stage's ratios of width to
 * height.
 */
export { positions, effects, ratios };

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const fileName = z.string().min(1).max(500);
const share = z.number().min(0).max(1);

const media = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('colour'), colour }),
  z.object({ kind: z.literal('image'), file: fileName }),
  z.object({ kind: z.literal('video'), file: fileName, startSeconds: z.number().min(0).max(86_400), volume: share }),
]);

const textStyle = z.object({
  position: z.enum(positions),
  /** `auto` aligns lines with the side of the stage that the text is on. */
  align: z.enum(['auto', 'left', 'center', 'right']),
  colour,
  /** Px on a stage that is 640 wide. */
  size: z.number().min(1).max(100),
  font: z.string().max(100),
  bold: z.boolean(),
  italic: z.boolean(),
  /** The box behind the text; `opacity` 0 to 1, `radius` as a share of the text size. */
  box: z.object({ colour, opacity: share, radius: z.number().min(0).max(2) }).nullable(),
});

const tile = z.object({
  media,
  /** The slide's minimum duration, in seconds. */
  seconds: z.number().min(1).max(600),
  text: z.string().max(5_000),
  textStyle,
  /** Whether the picture behind the text is blurred. */
  blur: z.boolean(),
  /** The speech over the slide; `seconds` is the length of the file, `words` its text. */
  speech: z.object({ file: fileName, seconds: z.number().min(0).max(600), words: z.string().max(5_000) }).nullable(),
  /** The transition from this slide to the next one. */
  transition: z.enum(effects),
});

const mark = z.object({ file: fileName, position: z.enum(positions) });

/** Validates a project that comes from outside. */
export const videoProject = z.object({
  ratio: z.enum(ratios),
  tiles: z.array(tile).min(1).max(100),
  /** Loops under the whole video and fades out at its end; `volume` 0 to 1. */
  music: z.object({ file: fileName, volume: share }).nullable(),
  logo: mark.nullable(),
  watermark: mark.nullable(),
  /** Whether the text of the speech is drawn over the slides. */
  captions: z.boolean(),
});

/** A project to preview or to render. `file` names a picture, clip or sound. */
export type VideoProject = Readonly<z.infer<typeof videoProject>>;
/** One slide of a project. */
export type Tile = Readonly<z.infer<typeof tile>>;
/** The style of a text. */
export type TextStyle = Readonly<z.infer<typeof textStyle>>;
/** One of nine positions on the stage. */
export type Position = (typeof positions)[number];
/** A transition's name. */
export type Effect = (typeof effects)[number];
/** A stage's ratio. */
export type Ratio = (typeof ratios)[number];
