import american from '#catalog/quotes/american.json' with { type: 'json' };
import english from '#catalog/quotes/english.json' with { type: 'json' };
import shakespeare from '#catalog/quotes/shakespeare.json' with { type: 'json' };
import world from '#catalog/quotes/world.json' with { type: 'json' };
import { hashOf } from '../../generated/seed.ts';

/**
 * A quote and its origin. `died` is the author's year of death (negative before our era; null if the work has no single
 * author, and then `published` is its year); `translator` is the author of the English text.
 */
export type Quote = {
  id: string;
  text: string;
  author: string;
  died: number | null;
  published: number | null;
  translator: { name: string; died: number } | null;
  work: string;
  topics: readonly string[];
};

/** An author as the catalog's files state one. */
type Entry = {
  author: string;
  died?: number;
  published?: number;
  translator?: { name: string; died: number };
  works: readonly { work: string; quotes: readonly { text: string; topics: readonly string[] }[] }[];
};

const entries: readonly Entry[] = [...shakespeare, ...english, ...american, ...world];

/** Every quote that ships, in a fixed order that mixes the authors. */
export const quotes: readonly Quote[] = entries
  .flatMap((entry) => entry.works.flatMap(({ work, quotes: list }) => list.map((quote) => quoteOf(entry, work, quote))))
  .toSorted((one, other) => (one.id < other.id ? -1 : 1));

function quoteOf(entry: Entry, work: string, { text, topics }: { text: string; topics: readonly string[] }): Quote {
  const { author, died = null, published = null, translator = null } = entry;
  return { id: hashOf(text).toString(16).padStart(8, '0'), text, author, died, published, translator, work, topics };
}
