/**
 * The project's time in whole frames. A transition is part of the slide it introduces, so the total is the sum of the
 * slides.
 */
import { framesPerSecond, type Effect, type Tile } from './project.ts';

/** The silence after a slide's speech, in seconds. */
export const speechTailSeconds = 0.4;

const transitionFrames = framesPerSecond / 2;

/**
 * A slide on the timeline, in frames. `entry` is the transition from the slide before it, at the beginning of this
 * slide.
 */
export type Slide = {
  start: number;
  frames: number;
  entry: { effect: Exclude<Effect, 'none'>; frames: number } | null;
};

/** All slides and the length of the whole, in frames. */
export type Timeline = { frames: number; slides: readonly Slide[] };

/** The parts of a slide that determine its length. */
type Timed = Pick<Tile, 'seconds'> & { speech: { seconds: number } | null };
type TimedTile = Timed & Pick<Tile, 'transition'>;

/**
 * A slide's length: its duration, or its speech and 0.4 s if that is longer. `(5 s, speech of 6.01 s) -> 193 frames`.
 */
export function framesOf({ seconds, speech }: Timed): number {
  const spoken = speech === null ? 0 : Math.ceil((speech.seconds + speechTailSeconds) * framesPerSecond);
  return Math.max(1, Math.round(seconds * framesPerSecond), spoken);
}

/** Lays the slides out one after the other. */
export function timelineOf(tiles: readonly TimedTile[]): Timeline {
  let start = 0;
  const slides = tiles.map((tile, index): Slide => {
    const frames = framesOf(tile);
    const slide = { start, frames, entry: entryOf(tiles[index - 1]?.transition ?? 'none', frames) };
    start += frames;
    return slide;
  });
  return { frames: start, slides };
}

function entryOf(effect: Effect, frames: number): Slide['entry'] {
  return effect === 'none' || frames < 2
    ? null
    : { effect, frames: Math.min(transitionFrames, Math.floor(frames / 2)) };
}

/** The content of the stage at one frame: `frame` of slide `slide`, and, while it enters, the slide before it. */
export type Moment = {
  slide: number;
  frame: number;
  entering: { from: number; effect: Exclude<Effect, 'none'>; progress: number } | null;
};

/** The moment at a frame of the project; frames outside count as the first or the last. */
export function momentAt(timeline: Timeline, frame: number): Moment {
  const inside = Math.min(Math.max(0, Math.floor(frame)), timeline.frames - 1);
  const index = timeline.slides.findLastIndex(({ start }) => start <= inside);
  const slide = timeline.slides[index];
  if (slide === undefined) throw new RangeError('a timeline without slides');
  const own = inside - slide.start;
  if (slide.entry === null || own >= slide.entry.frames) return { slide: index, frame: own, entering: null };
  const { effect, frames } = slide.entry;
  return { slide: index, frame: own, entering: { from: index - 1, effect, progress: progressOf(own, frames) } };
}

/** The progress of a transition at one of its frames: more than 0 at the first, less than 1 at the last. */
export const progressOf = (frame: number, frames: number): number => (frame + 1) / (frames + 1);
