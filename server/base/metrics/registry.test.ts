import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openMetrics } from './registry.ts';

test('figures are written in the text format, with escaped labels', async () => {
  const metrics = openMetrics();
  const posts = metrics.counter({ name: 'posts_total', help: 'Posts\\all' });
  posts.add({ network: 'a"b\n\\' });
  posts.add({ network: 'a"b\n\\' }, 2);
  metrics.gauge({ name: 'due', help: 'Due', read: () => [{ value: 1.5 }] });
  assert.equal(
    await metrics.write(),
    [
      '# HELP posts_total Posts\\\\all',
      '# TYPE posts_total counter',
      'posts_total{network="a\\"b\\n\\\\"} 3',
      '# HELP due Due',
      '# TYPE due gauge',
      'due 1.5',
      '',
    ].join('\n'),
  );
});

test('the buckets of a histogram are cumulative and include their bound', async () => {
  const metrics = openMetrics();
  const late = metrics.histogram({ name: 'late', help: 'Late', buckets: [1, 5] });
  for (const value of [1, 3, 60]) late.observe(value);
  const lines = (await metrics.write()).split('\n').slice(2, -1);
  assert.deepEqual(lines, [
    'late_bucket{le="1"} 1',
    'late_bucket{le="5"} 2',
    'late_bucket{le="+Inf"} 3',
    'late_sum 64',
    'late_count 3',
  ]);
  assert.deepEqual(metrics.names(), ['late_bucket', 'late_sum', 'late_count']);
});

test('a figure that cannot be read is left out, and the others are answered', async () => {
  const metrics = openMetrics();
  metrics.gauge({ name: 'gone', help: 'Gone', read: () => Promise.reject(new Error('away')) });
  metrics.gauge({ name: 'here', help: 'Here', read: () => [{ value: 0 }] });
  assert.equal(await metrics.write(), '# HELP here Here\n# TYPE here gauge\nhere 0\n');
});

test('a name is declared once', () => {
  const metrics = openMetrics();
  metrics.counter({ name: 'twice', help: '' });
  assert.throws(() => metrics.counter({ name: 'twice', help: '' }), /declared twice/);
});
