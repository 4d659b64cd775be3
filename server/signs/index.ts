/** What other features may use of signs. */
export { emojiDrawing, signSvg } from './drawings.ts';
