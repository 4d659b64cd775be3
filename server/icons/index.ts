/** What other features may use of icons. */
export { emojiDrawing, iconDrawing } from './drawings.ts';
