import { plainTextOf } from '#rules/captions.ts';

type Words = { title: string; description: string; description_format: 'text' | 'formatted' };

/** The words of items that have been searched once: with a thousand texts, extracting them from HTML takes longest. */
const read = new WeakMap<Words, string>();

function wordsOf(item: Words): string {
  const known = read.get(item);
  if (known !== undefined) return known;
  const text = item.description_format === 'formatted' ? plainTextOf(item.description) : item.description;
  const words = `${item.title}\n${text}`.toLocaleLowerCase();
  read.set(item, words);
  return words;
}

/** The items whose title and text contain every typed word, in order; all of them if nothing is typed. */
export function foundItems<Item extends Words>(items: readonly Item[], typed: string): readonly Item[] {
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return items;
  return items.filter((item) => wanted.every((word) => wordsOf(item).includes(word)));
}
