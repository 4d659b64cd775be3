/** The tutorial as data: what is shown when. Pure, so that a frame can be computed from its time. */

/** A position on the recorded screen, CSS px of its page. */
export type Point = { x: number; y: number };
/** A rectangle on the recorded screen, CSS px of its page. */
export type Box = Point & { width: number; height: number };

/**
 * One picture for a few seconds: what the camera shows, where the pointer goes and whether it presses; a card covers
 * all of it.
 */
export type Shot = {
  picture: string;
  camera: Box;
  pointer: Point | null;
  presses: boolean;
  /** What is framed while the caption mentions it. */
  ring: Box | null;
  card: { title: string; text: string } | null;
  /** Index of the tutorial's caption; null while a card is shown. */
  caption: number | null;
  seconds: number;
};

/** A shot with its start time in the tutorial. */
export type Placed = Shot & { from: number };

/** Everything drawn at one instant; fractions are 0 to 1. */
export type Frame = {
  pictures: { before: string; now: string; share: number };
  camera: Box;
  pointer: (Point & { press: number }) | null;
  ring: (Box & { share: number }) | null;
  card: { title: string; text: string; share: number } | null;
  caption: { before: number | null; now: number | null; share: number };
};

/** The shortest time for a text, seconds: 65 ms per character and a moment to find it. */
export const readingSeconds = (text: string): number => 1.2 + text.length * 0.065;

const fadeSeconds = 0.3;
const cardFadeSeconds = 0.6;
const cameraSeconds = 0.9;
const pointerSeconds = 0.8;
const pressSeconds = 0.35;

/** The length of a shot in which the pointer moves and presses. */
export const pressingSeconds = pointerSeconds + pressSeconds + 0.15;

/** The silence after a spoken caption, seconds. */
const pauseSeconds = 0.5;

/**
 * Puts the shots one after the other. The last one of a caption lasts until the caption has been read and, with a
 * voice, spoken (`spoken`: seconds of each).
 */
export function arrange(shots: readonly Shot[], texts: readonly string[], spoken: readonly number[] = []): Placed[] {
  const leastOf = (caption: number, text: string): number => {
    const voice = spoken[caption];
    return Math.max(readingSeconds(text), voice === undefined ? 0 : voice + pauseSeconds);
  };
  let from = 0;
  return shots.map((shot, index) => {
    const { caption } = shot;
    const text = caption === null ? undefined : texts[caption];
    const isLast = shots[index + 1]?.caption !== caption;
    const shown =
      caption === null
        ? 0
        : shots
            .slice(0, index)
            .filter((other) => other.caption === caption)
            .reduce((sum, { seconds }) => sum + seconds, 0);
    const isTimed = caption !== null && text !== undefined && isLast;
    const seconds = isTimed ? Math.max(shot.seconds, leastOf(caption, text) - shown) : shot.seconds;
    const placed = { ...shot, from, seconds };
    from += seconds;
    return placed;
  });
}

/** The length of the tutorial, seconds. */
export const lengthOf = (shots: readonly Placed[]): number =>
  shots.reduce((end, { from, seconds }) => Math.max(end, from + seconds), 0);

/** The start and end of each caption in seconds, in order. */
export function spansOf(shots: readonly Placed[], captions: number): { start: number; end: number }[] {
  return Array.from({ length: captions }, (_, caption) => {
    const own = shots.filter((shot) => shot.caption === caption);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) throw new Error(`caption ${caption + 1} is never shown`);
    return { start: first.from, end: last.from + last.seconds };
  });
}

/** What is drawn at the second `at`. */
export function frameAt(shots: readonly Placed[], at: number): Frame {
  const index = Math.max(
    0,
    shots.findLastIndex(({ from }) => from <= at),
  );
  const shot = shots[index];
  if (shot === undefined) throw new Error('the tutorial has no shots');
  const before = shots[index - 1] ?? shot;
  const since = at - shot.from;
  const pan = eased(since / Math.min(cameraSeconds, shot.seconds));
  const way = eased(since / Math.min(pointerSeconds, shot.seconds));
  const start = before.pointer ?? (shot.pointer && { x: shot.pointer.x + 90, y: shot.pointer.y + 70 });
  return {
    pictures: {
      before: before.picture,
      now: shot.picture,
      share: before.picture === shot.picture ? 1 : eased(since / fadeSeconds),
    },
    camera: between(before.camera, shot.camera, pan),
    pointer:
      shot.pointer === null || start === null
        ? null
        : {
            x: mix(start.x, shot.pointer.x, way),
            y: mix(start.y, shot.pointer.y, way),
            press: shot.presses ? pressAt(since) : 0,
          },
    ring: shot.ring && { ...shot.ring, share: eased(since / fadeSeconds) },
    card: cardOf(before, shot, since),
    caption: {
      before: before.caption,
      now: shot.caption,
      share: before.caption === shot.caption ? 1 : eased(since / fadeSeconds),
    },
  };
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
const between = (from: Box, to: Box, share: number): Box => ({
  x: mix(from.x, to.x, share),
  y: mix(from.y, to.y, share),
  width: mix(from.width, to.width, share),
  height: mix(from.height, to.height, share),
});

/** Starts and ends gently. */
function eased(share: number): number {
  const part = Math.min(1, Math.max(0, share));
  return part * part * (3 - 2 * part);
}

/** Down and up again once the pointer has arrived. */
function pressAt(since: number): number {
  const share = (since - pointerSeconds) / pressSeconds;
  return share <= 0 || share >= 1 ? 0 : Math.sin(share * Math.PI);
}

/** A card fades in over the screen and out again. */
function cardOf(before: Shot, shot: Shot, since: number): Frame['card'] {
  const share = eased(since / cardFadeSeconds);
  if (shot.card !== null) return { ...shot.card, share: before === shot || before.card !== null ? 1 : share };
  return before.card === null || share === 1 ? null : { ...before.card, share: 1 - share };
}
