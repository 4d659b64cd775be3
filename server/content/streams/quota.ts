import type { ItemWords } from './item-queries.ts';

/** The bytes of texts as they count towards what an agency may keep. */
export const bytesOfTexts = (texts: readonly { title: string; description: string }[]): number =>
  texts.reduce((sum, { title, description }) => sum + Buffer.byteLength(title) + Buffer.byteLength(description), 0);

/** The same of all that is written about an item. */
export const bytesOfItem = (words: ItemWords): number =>
  bytesOfTexts([words, ...Object.values(words.own_words)]) + Buffer.byteLength(words.alt_text);
