import type { Canvas2D, Platform } from './canvas.ts';
import { drawBlurred, drawPart } from './draw.ts';
import type { Rect, Size } from './geometry.ts';
import type { Effect } from './project.ts';

/** Two composed slides of the stage's size and the progress of the second (0 to 1). */
export type Crossing<Picture> = {
  effect: Exclude<Effect, 'none'>;
  progress: number;
  from: Picture;
  to: Picture;
  stage: Size;
};

/** Draws one frame of a transition over the whole stage. */
export function drawTransition<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  crossing: Crossing<Picture>,
  platform: Platform<Picture, Outline>,
): void {
  const { effect, progress, from, to, stage } = crossing;
  const whole = { x: 0, y: 0, ...stage };
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.globalAlpha = 1;
  switch (effect) {
    case 'fade':
      drawPart(context, from, { from: whole, to: whole });
      drawFaded(context, to, { rect: whole, opacity: progress });
      return;
    case 'slide-left':
    case 'slide-right':
    case 'slide-up':
    case 'slide-down': {
      const [x, y] = directions[effect];
      const gone = eased(progress);
      drawPart(context, from, { from: whole, to: moved(whole, { x: x * gone, y: y * gone }) });
      drawPart(context, to, { from: whole, to: moved(whole, { x: x * (gone - 1), y: y * (gone - 1) }) });
      return;
    }
    case 'wipe': {
      const shown = { ...whole, width: Math.round(stage.width * eased(progress)) };
      drawPart(context, from, { from: whole, to: whole });
      if (shown.width > 0) drawPart(context, to, { from: shown, to: shown });
      return;
    }
    case 'zoom':
      drawPart(context, to, { from: whole, to: whole });
      drawFaded(context, from, { rect: grown(whole, 1 + eased(progress)), whole, opacity: 1 - eased(progress) });
      return;
    case 'blur': {
      const nearer = progress < 0.5 ? from : to;
      const halvings = Math.round(5 * (1 - Math.abs(2 * progress - 1)));
      drawBlurred(context, { picture: nearer, from: whole, to: whole, halvings }, platform);
      return;
    }
    default:
      effect satisfies never;
  }
}

/** The direction in which the slides move, in stages. */
const directions = { 'slide-left': [-1, 0], 'slide-right': [1, 0], 'slide-up': [0, -1], 'slide-down': [0, 1] } as const;

/** Slow at both ends: 3p² - 2p³. */
const eased = (progress: number): number => progress * progress * (3 - 2 * progress);

const moved = (rect: Rect, by: { x: number; y: number }): Rect => ({
  ...rect,
  x: Math.round(rect.width * by.x),
  y: Math.round(rect.height * by.y),
});

function grown({ width, height }: Rect, times: number): Rect {
  return {
    x: (width - width * times) / 2,
    y: (height - height * times) / 2,
    width: width * times,
    height: height * times,
  };
}

function drawFaded<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  picture: Picture,
  { rect, whole = rect, opacity }: { rect: Rect; whole?: Rect; opacity: number },
): void {
  context.globalAlpha = opacity;
  drawPart(context, picture, { from: whole, to: rect });
  context.globalAlpha = 1;
}
