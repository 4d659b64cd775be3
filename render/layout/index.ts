/**
 * The layout that the preview in the browser and the renderer share: pure, no I/O. Timeline, slides as display lists,
 * drawing, hints.
 */
export type { Canvas2D, Platform, Surface } from './canvas.ts';
export { captionFont, captionOps } from './caption-ops.ts';
export { captionAt, srtOf, stretchesOf, textsOf, type Stretch } from './captions.ts';
export { drawOps, type DrawMeans } from './draw.ts';
export { coverOf, markRect, overlap, placeAt, stageOf, type Rect, type Size } from './geometry.ts';
export { faceKey, type FaceWish } from './face-key.ts';
export { defaultFont, familyOf, layoutOf } from './from-saved.ts';
export { contrastOf, hintsOf, type Hint } from './hints.ts';
export { drawingVersion, emojiPicture, type Op } from './ops.ts';
export {
  effects,
  framesPerSecond,
  positions,
  ratios,
  videoProject,
  type Effect,
  type Position,
  type Ratio,
  type TextStyle,
  type Tile,
  type VideoProject,
} from './project.ts';
export { slideLayout, textOps, type LayoutMeans, type SlideLayout } from './slide.ts';
export { textBlock, type PlacedRun, type TextBlock, type TextMeans } from './text/block.ts';
export { emojiIn } from './text/clusters.ts';
export type { Face, FontStack } from './text/face.ts';
export { openFace } from './text/fontkit-face.ts';
export {
  fontsWith,
  isFallbackFile,
  fallbacksNeeded,
  mayNeedFallbacks,
  noFallbacks,
  type FallbackFont,
  type FallbacksAtHand,
} from './text/fallback-fonts.ts';
export { needs, rangedFace, rangesOf, type Ranges } from './text/ranged-face.ts';
export {
  framesOf,
  momentAt,
  speechTailSeconds,
  timelineOf,
  type Moment,
  type Slide,
  type Timeline,
} from './timeline.ts';
export { drawTransition, type Crossing } from './transition.ts';
