import type { ItemWords } from './item-queries.ts';

/** The bytes of texts as they count towards an agency's quota. */
export const bytesOfTexts = (texts: readonly { title: string; description: string }[]): number =>
  texts.reduce((sum, { title, description }) => sum + Buffer.byteLength(title) + Buffer.byteLength(description), 0);

/** The bytes of all texts of an item, as they count towards an agency's quota. */
export const bytesOfItem = (words: ItemWords): number =>
  bytesOfTexts([words, ...Object.values(words.own_words)]) + Buffer.byteLength(words.alt_text);
