/** Designs of the image creator as the browser and the server draw them: pure, no I/O. */
export type { DesignCanvas, DesignPlatform, DesignSurface, Pixels } from './canvas.ts';
export { problemsOf, repaired, type Problem } from './check.ts';
export { drawDesign, drawLayers, textOfLayer, type AtHand, type DesignMeans } from './draw.ts';
export { facesNeeded, typefaceOf, type FacesNeeded, type Fonts, type FontStyle, type Typeface } from './fonts.ts';
export { isFallbackFile, mayNeedFallbacks, type FallbackFont } from '../text/fallback-fonts.ts';
export { needsOf, pictureOfLayer, type Needs } from './needs.ts';
export { openRedrawing, type Redrawing } from './redraw.ts';
export { shapePath } from './outlines.ts';
export { designText, type DesignText, type DesignTextMeans } from './text.ts';
export { emojiPicture } from '../ops.ts';
