import assert from 'node:assert/strict';
import { test } from 'vitest';
import { quotes } from './quotes.ts';
import { embeddedQuotes } from './search.ts';

const signal = new AbortController().signal;

async function found(keyword: string, cursor: string | null = null) {
  const page = await embeddedQuotes.search({ keyword, cursor, signal });
  assert.ok(page.kind === 'found');
  return page;
}

test('at least 500 quotes ship, each once and with a unique id', () => {
  assert.ok(quotes.length >= 500, String(quotes.length));
  const plain = quotes.map(({ text }) => text.toLowerCase().replace(/[^a-z]/g, ''));
  assert.deepEqual(
    plain.filter((text, at) => plain.indexOf(text) !== at),
    [],
  );
  assert.equal(new Set(quotes.map(({ id }) => id)).size, quotes.length);
});

test('no quote is part of another one by the same author', () => {
  const doubled = quotes.filter((one) =>
    quotes.some(
      (other) => one !== other && one.author === other.author && other.text.includes(one.text.replace(/[.!?]$/, '')),
    ),
  );
  assert.deepEqual(
    doubled.map(({ text }) => text),
    [],
  );
});

test('authors and translators died at least 70 years ago, and works without a single author are as old', () => {
  const last = new Date().getUTCFullYear() - 71;
  assert.deepEqual(
    quotes.filter(({ died, published }) => (died ?? published ?? Infinity) > last).map(({ author }) => author),
    [],
  );
  assert.deepEqual(
    quotes.filter(({ translator }) => translator !== null && translator.died > last).map(({ work }) => work),
    [],
  );
});

test('an author has one year of death', () => {
  const years = Map.groupBy(quotes, ({ author }) => author);
  assert.deepEqual(
    [...years].filter(([, list]) => new Set(list.map(({ died }) => died)).size > 1).map(([author]) => author),
    [],
  );
});

test('a quote names its work and one to three topics, and each topic has at least five quotes', () => {
  assert.deepEqual(
    quotes.filter(
      ({ work, author, topics }) =>
        work.trim().length < 2 || author.trim() === '' || topics.length < 1 || topics.length > 3,
    ),
    [],
  );
  const topics = Map.groupBy(
    quotes.flatMap((quote) => quote.topics),
    (topic) => topic,
  );
  assert.deepEqual(
    [...topics].filter(([topic, { length }]) => length < 5 || !/^[a-z]+$/.test(topic)).map(([topic]) => topic),
    [],
  );
});

test('texts fit a picture and contain only plain characters', () => {
  const odd = quotes.filter(
    ({ text }) =>
      text.length < 12 ||
      text.length > 220 ||
      !/^[A-Z"'(][A-Za-z0-9 ,.;:!?'"()-]*[.!?)]$/.test(text) ||
      / {2}|--/.test(text),
  );
  assert.deepEqual(
    odd.map(({ text }) => text),
    [],
  );
});

test('quotes are found by topic, related word, author and work', async () => {
  for (const { topics } of (await found('success')).results) assert.ok(topics.includes('success'));
  for (const { topics } of (await found('funny quotes')).results) assert.ok(topics.includes('humor'));
  assert.deepEqual([...new Set((await found('Oscar Wilde')).results.map(({ author }) => author))], ['Oscar Wilde']);
  assert.deepEqual([...new Set((await found('walden')).results.map(({ work }) => work))], ['Walden']);
  assert.match((await found('bronte bird')).results[0]?.quote ?? '', /^I am no bird/);
});

test('a quote that matches more of the words comes earlier', async () => {
  const [first] = (await found('thoreau friendship')).results;
  assert.equal(first?.author, 'Henry David Thoreau');
  assert.ok(first?.topics.includes('friendship'));
});

test('a search without results is an empty page without a next one', async () => {
  assert.deepEqual(await found('xylophonist'), { kind: 'found', results: [], next: null, quota: null });
});

test('pages follow each other to the end, and no quote appears twice', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await found('', cursor);
    seen.push(...page.results.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  assert.equal(seen.length, quotes.length);
  assert.equal(new Set(seen).size, quotes.length);
});

test('the work of a translated quote names the translator', async () => {
  assert.match((await found('marcus aurelius')).results[0]?.work ?? '', /^Meditations, translated by George Long$/);
});
