/** Normalises the words that people type, so that they can be compared. */

/** The words of a keyword in lower case, without punctuation and accents. */
export function wordsOf(keyword: string): string[] {
  const plain = keyword.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** A word without its plural ending: 'dreams' matches 'dream', 'stories' matches 'story'. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The words of a text in the singular. */
export const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf);

/** What an item is found by: its name, and further words. */
export type Named = { name: string; tags: readonly string[] };

/**
 * The items that match every word of a keyword, those that match by name first. A word also matches any word that
 * begins with it, so that a list narrows while a person types. Without words, the whole list.
 */
export function finder<Item>(
  items: readonly Item[],
  namedOf: (item: Item) => Named,
): (keyword: string) => readonly Item[] {
  const indexed = items.map((item) => {
    const { name, tags } = namedOf(item);
    return { item, name: stemsOf(name), tags: stemsOf(tags.join(' ')) };
  });
  return (keyword) => {
    const words = stemsOf(keyword);
    if (words.length === 0) return items;
    return indexed
      .map(({ item, name, tags }) => ({ item, scores: words.map((word) => scoreOf(word, name, tags)) }))
      .filter(({ scores }) => !scores.includes(0))
      .toSorted((one, other) => sum(other.scores) - sum(one.scores))
      .map(({ item }) => item);
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function scoreOf(word: string, name: readonly string[], tags: readonly string[]): number {
  if (name.includes(word)) return 4 + 1 / name.length;
  if (tags.includes(word)) return 3;
  if (name.some((each) => each.startsWith(word))) return 2;
  return tags.some((each) => each.startsWith(word)) ? 1 : 0;
}
