/** Emoji and icons for designs and slides. */
export { emojiDrawing, iconDrawing } from './drawings.ts';
