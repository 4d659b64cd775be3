import type { Position, Ratio } from './project.ts';

/** Width and height in px. */
export type Size = { width: number; height: number };
/** A rectangle in px from the top left corner. */
export type Rect = Size & { x: number; y: number };

const stages: Readonly<Record<Ratio, Size>> = {
  '16:9': { width: 1280, height: 720 },
  '9:16': { width: 720, height: 1280 },
  '1:1': { width: 720, height: 720 },
};

/** The stage of a ratio in px; its shorter side is 720. */
export const stageOf = (ratio: Ratio): Size => stages[ratio];

/** The part of a picture that fills the stage without bars: centred, as large as it can be. */
export function coverOf(picture: Size, stage: Size): Rect {
  const scale = Math.max(stage.width / picture.width, stage.height / picture.height);
  const [width, height] = [stage.width / scale, stage.height / scale];
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}

/** Puts a rectangle at one of the nine positions, `margin` px away from the edges it touches; whole px. */
export function placeAt(position: Position, size: Size, stage: Size, margin: number): Rect {
  const column = position.endsWith('left') ? 0 : position.endsWith('right') ? 1 : 0.5;
  const row = position.startsWith('top') ? 0 : position.startsWith('bottom') ? 1 : 0.5;
  return {
    x: Math.round(margin + (stage.width - 2 * margin - size.width) * column),
    y: Math.round(margin + (stage.height - 2 * margin - size.height) * row),
    ...size,
  };
}

/** The rectangle of a logo or watermark: within a sixth of the stage's width and height, in its own proportions. */
export function markRect(position: Position, picture: Size, stage: Size): Rect {
  const scale = Math.min(stage.width / 6 / picture.width, stage.height / 6 / picture.height);
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  return placeAt(position, size, stage, Math.round(Math.min(stage.width, stage.height) * 0.03));
}

/** Whether two rectangles share an area. */
export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
