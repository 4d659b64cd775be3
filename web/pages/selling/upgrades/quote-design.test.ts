import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allTemplates } from '#server/content/templates/index.ts';
import { quoteTemplate, quoteWords, withQuote } from './quote-design.ts';

const quote = { quote: 'Be so.', author: 'Seneca', work: 'Letters' };

test('a quote and its author replace the texts of the built-in template, and its picture stays', () => {
  const template = allTemplates((reference) => `/picture/${reference}`).find(({ id }) => id === quoteTemplate.id);
  assert.ok(template);
  const { design } = template;
  const made = withQuote(design, quote);
  assert.deepEqual(
    made.layers.flatMap((layer) => (layer.kind === 'text' ? [layer.text] : [])),
    ['“', 'Be so.', 'SENECA'],
  );
  const others = ({ layers }: typeof design) => layers.filter(({ kind }) => kind !== 'text');
  assert.deepEqual(others(made), others(design));
});

test('a quote as text names its author, and its work if it is known', () => {
  assert.equal(quoteWords(quote), '“Be so.”\n— Seneca, Letters');
  assert.equal(quoteWords({ ...quote, work: '' }), '“Be so.”\n— Seneca');
});
