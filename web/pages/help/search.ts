/** Search in the help, in the browser: with typing errors, and in every script. */
import MiniSearch from 'minisearch';

/** What is searched of an article; `text` without markup. */
export type Searched = { id: string; title: string; topics: string; text: string };

/** Scripts that put no space between words; their texts are cut into pairs of characters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** What is searched by, case kept: `'Crème brûlée 東京都' -> ['Creme', 'brulee', '東京', '京都']`. */
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

/** An article that was found, the best first. */
export type Hit = { id: string };

/** Short words must be right; of longer ones a letter in five may be wrong. */
const slackOf = (term: string): number => (Array.from(term).length < 4 ? 0 : 0.25);

/** Makes the search of some articles. */
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
