/** Searches the help in the browser, tolerant of typing errors and in every script. */
import MiniSearch from 'minisearch';

/** The searched fields of an article; `text` without markup. */
export type Searched = { id: string; title: string; topics: string; text: string };

/** Scripts without spaces between words; their texts are split into pairs of characters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** The search terms of a text, case kept: `'Crème brûlée 東京都' -> ['Creme', 'brulee', '東京', '京都']`. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC');
  const pairs = [...plain.matchAll(unspaced)].flatMap(([run]) => pairsOf(run));
  const words = plain
    .replace(unspaced, ' ')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .match(/[\p{L}\p{N}]+/gu);
  return [...(words ?? []), ...pairs];
}

/** A found article, best match first. */
export type Hit = { id: string };

/** Short words must match exactly; in longer ones one letter in five may be wrong. */
const slackOf = (term: string): number => (Array.from(term).length < 4 ? 0 : 0.25);

/** Builds the search over some articles. */
export function openSearch(articles: readonly Searched[]): (words: string) => Hit[] {
  const index = new MiniSearch<Searched>({ fields: ['title', 'topics', 'text'], tokenize: wordsOf });
  index.addAll(articles);
  const options = {
    boost: { title: 4, topics: 3 },
    prefix: (term: string) => Array.from(term).length > 2,
    fuzzy: slackOf,
  };
  return (words) => {
    const all = index.search(words, { ...options, combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(words, options)).map(({ id }) => ({ id: String(id) }));
  };
}
