/** The public face of icons. */
export { emojiDrawing, iconDrawing } from './drawings.ts';
