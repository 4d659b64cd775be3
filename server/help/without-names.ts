/** Readers' search words as they are kept: without anything that could identify the reader. */

const marks: readonly RegExp[] = [
  /\S*@\S+/g, // mail addresses, and names at networks
  /\b(?:https?:\/\/|www\.)\S+/gi,
  /(?:\+?\d[\s().-]?){6,}/g, // telephone numbers, identifiers
  /\b(?=\w*\d)(?=\w*[a-z])\w{16,}\b/gi, // keys
];

/** `'My mail ann@example.com fails' -> 'My mail … fails'`. */
export const withoutNames = (words: string): string =>
  marks
    .reduce((text, mark) => text.replace(mark, '…'), words)
    .replace(/\s+/g, ' ')
    .trim();

/** Searched words as they are counted: in lower case; null for those that nothing is left of or that named somebody. */
export function searchedWords(words: string): string | null {
  const kept = withoutNames(words.normalize('NFKC').toLowerCase());
  return kept.includes('…') || Array.from(kept).length < 2 ? null : kept;
}
