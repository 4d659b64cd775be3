/** The public face of icons. */
export { iconCalls } from './calls.ts';
export { emojiDrawing, iconDrawing } from './drawings.ts';
