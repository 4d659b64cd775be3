import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cutText } from './captions.ts';
import { linksOf } from './links.ts';
import { weightedLength } from './weighted.ts';

/** The values are those of X's page "Counting characters" and of twitter-text's conformance tests. */
const lengths: readonly { text: string; want: number }[] = [
  { text: '', want: 0 },
  { text: 'hello', want: 5 },
  { text: 'crème', want: 5 },
  { text: 'crème', want: 5 },
  { text: 'Привет', want: 6 },
  { text: '日本語', want: 6 },
  { text: '“quoted” – yes', want: 14 },
  { text: '…', want: 2 },
  { text: '👍', want: 2 },
  { text: '👍🏽', want: 2 },
  { text: '👨‍👩‍👧‍👦', want: 2 },
  { text: '🇩🇪', want: 2 },
  { text: '3️⃣', want: 2 },
  { text: 'https://example.org/a/very/long/address/that/goes/on/and/on', want: 23 },
  { text: 'http://a.io', want: 23 },
  { text: 'see example.com.', want: 4 + 23 + 1 },
  { text: 'https://example.org/日本', want: 23 + 4 },
  { text: '(https://example.org/a), then', want: 1 + 23 + 7 },
  { text: 'https://example.org/…', want: 25 },
  { text: 'mail me@example.com', want: 19 },
  { text: 'version 1.2.3, e.g. this', want: 24 },
  { text: 'acme.agency', want: 23 },
  { text: `${'a'.repeat(256)} acme.agency.`, want: 256 + 1 + 23 + 1 },
  { text: 'node.js and hello.txt', want: 21 },
  { text: 'file.com.txt', want: 23 + 4 },
  { text: 'See me.It is', want: 4 + 23 + 3 },
  { text: 'https://intranet/menu', want: 21 },
  { text: 'https://example.com:8080?a=b&c', want: 23 },
  { text: 'example.com?a=b', want: 23 + 4 },
  { text: '@example.com #example.com $example.com', want: 38 },
  { text: 'a/example.com -example.com', want: 26 },
  { text: 'https://en.wikipedia.org/wiki/Rye_(grain), (https://example.org/a)', want: 23 + 3 + 23 + 1 },
  { text: '見てexample.com日本', want: 4 + 23 + 4 },
  { text: 'http://пример.рф и müller.de', want: 23 + 3 + 23 },
  { text: 'пример.рф', want: 9 },
  { text: 'example.한국', want: 23 },
  { text: 'john.co@example.com', want: 19 },
  { text: 'EXAMPLE.COM/Menu', want: 23 },
];

describe('the weight of a text at X', () => {
  for (const { text, want } of lengths) {
    test(`the weight of ${JSON.stringify(text)} is ${want}`, () => assert.equal(weightedLength(text), want));
  }

  test('a cut text weighs at most the limit and keeps addresses whole', () => {
    const link = 'https://example.org/a/long/way/to/the/bakery';
    for (const limit of [10, 23, 24, 30, 60, 280]) {
      const cut = cutText(`Fresh 🥐 ${link} ${'bread '.repeat(80)}`, { limit, unit: 'weighted' });
      assert.ok(weightedLength(cut) <= limit, `${limit}: ${cut}`);
      assert.ok(cut.includes(link) || !cut.includes('https://'), cut);
    }
  });

  test('a text that fits stays as it is', () => {
    const text = '🥐'.repeat(140);
    assert.equal(cutText(text, { limit: 280, unit: 'weighted' }), text);
    assert.equal(cutText(`${text}x`, { limit: 280, unit: 'weighted' }), `${'🥐'.repeat(139)}…`);
  });
});

test('the time to weigh a text grows with its length, whatever it contains', () => {
  const hostile = ['a.', '.a', 'https://', 'a.com/(', 'a.com/)', 'x.com.', '(', 'https://a.com/(()', '-.', 'ä.com日'];
  for (const piece of hostile) {
    const timeOf = (count: number): number => {
      const text = piece.repeat(count);
      const used = process.cpuUsage();
      linksOf(text);
      const { user, system } = process.cpuUsage(used);
      return user + system;
    };
    const best = (count: number): number => Math.min(...Array.from({ length: 5 }, () => timeOf(count)));
    best(1_000);
    assert.ok(best(8_000) <= 2.5 * best(4_000) + 10_000, piece);
  }
});
