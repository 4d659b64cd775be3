/** Readers' searches without anything that could identify the reader. */

const marks: readonly RegExp[] = [
  /(?<!\S)\S*@\S+/g, // mail addresses, and names at networks
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

/** A search in the form in which it is counted: in lower case; null if nothing is left of it or it names somebody. */
export function searchedWords(words: string): string | null {
  const kept = withoutNames(words.normalize('NFKC').toLowerCase());
  return kept.includes('…') || Array.from(kept).length < 2 ? null : kept;
}
