import synonyms from '#catalog/quotes/words.json' with { type: 'json' };
import { pageOf } from '../paging.ts';
import type { Failure, Result, Source } from '../source.ts';
import { stemOf, stemsOf } from '../words.ts';
import { quotes, type Quote } from './quotes.ts';

const words: Readonly<Record<string, readonly string[]>> = synonyms;
/** Words that ask for quotes in general, not for particular ones. */
const empty = new Set(['quote', 'about', 'the', 'a', 'an', 'of', 'and', 'for', 'on', 'by', 'best', 'famous', 'saying']);
const notOurs: Failure = { kind: 'refused', message: 'A quote has no file.' };

/**
 * The quotes that ship, found by topic ('success', also by related words: 'motivational'), author, work and the words
 * of the text. A quote ranks higher the more of the keyword's words it matches, and the more of these are in its
 * topics.
 */
export const embeddedQuotes: Source<'quote'> = {
  id: 'embedded',
  kind: 'quote',
  search: async ({ keyword, cursor }) => pageOf<'quote'>(quotesFor(keyword).map(resultOf), cursor),
  open: async () => notOurs,
};

function quotesFor(keyword: string): readonly Quote[] {
  const wanted = stemsOf(keyword).filter((word) => !empty.has(word));
  if (wanted.length === 0) return quotes;
  return quotes
    .map((quote) => ({ quote, score: scoreOf(quote, wanted, keyword) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ quote }) => quote);
}

/** 1,000 for each matched word, and up to 5 for its best match. */
function scoreOf(quote: Quote, wanted: readonly string[], keyword: string): number {
  const index = indexOf(quote);
  const phrase = (words[keyword.trim().toLowerCase()] ?? []).some((topic) => quote.topics.includes(topic)) ? 1_000 : 0;
  return wanted.reduce((score, word) => score + meets(index, word), phrase);
}

type Index = {
  topics: ReadonlySet<string>;
  author: ReadonlySet<string>;
  text: ReadonlySet<string>;
  work: ReadonlySet<string>;
};

function meets(index: Index, word: string): number {
  if (index.topics.has(word)) return 1_005;
  if (index.author.has(word)) return 1_004;
  if (index.text.has(word)) return 1_003;
  if (index.work.has(word)) return 1_002;
  return relatedTo(word).some((topic) => index.topics.has(stemOf(topic))) ? 1_001 : 0;
}

const related = new Map(Object.entries(words).map(([word, topics]) => [stemOf(word), topics]));
const relatedTo = (word: string): readonly string[] => related.get(word) ?? [];

const indexes = new Map<string, Index>();

function indexOf(quote: Quote): Index {
  let index = indexes.get(quote.id);
  if (!index) {
    const of = (text: string): ReadonlySet<string> => new Set(stemsOf(text));
    index = {
      topics: of(quote.topics.join(' ')),
      author: of(quote.author),
      text: of(quote.text),
      work: of(quote.work),
    };
    indexes.set(quote.id, index);
  }
  return index;
}

function resultOf({ id, text, author, work, topics, translator }: Quote): Result<'quote'> {
  return {
    id,
    source: 'embedded',
    author,
    licence: 'Public domain',
    licenceUrl: null,
    pageUrl: null,
    attribution: null,
    quote: text,
    work: translator ? `${work}, translated by ${translator.name}` : work,
    topics,
  };
}
