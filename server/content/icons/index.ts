/** Emoji and icons for designs and slides. */
export { iconCalls } from './calls.ts';
export { emojiDrawing, iconDrawing } from './drawings.ts';
