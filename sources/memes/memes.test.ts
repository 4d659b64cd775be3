import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { isActor } from '../emoji/emoji.ts';
import { embeddedMemes } from './memes.ts';
import { templates } from './templates.ts';

const signal = new AbortController().signal;

async function found(keyword: string, cursor: string | null = null) {
  const page = await embeddedMemes.search({ keyword, cursor, signal });
  assert.ok(page.kind === 'found');
  return page;
}

test('at least 24 templates ship, each with a unique id, drawable actors and boxes for words', () => {
  assert.ok(templates.length >= 24);
  assert.equal(new Set(templates.map(({ id }) => id)).size, templates.length);
  for (const { id, actors, boxes, panels, plates } of templates) {
    assert.ok(/^[a-z-]+$/.test(id) && actors.length > 0 && boxes.length > 0, id);
    assert.deepEqual(
      actors.filter(({ icon }) => !isActor(icon)),
      [],
      id,
    );
    const outside = [...boxes, ...panels, ...plates].filter(
      ({ left, top, width, height }) => left < 0 || top < 0 || left + width > 1.0001 || top + height > 1.0001,
    );
    assert.deepEqual(outside, [], id);
  }
});

test('boxes for words do not overlap', () => {
  for (const { id, boxes } of templates) {
    const overlaps = boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.left + other.width &&
            other.left < one.left + one.width &&
            one.top < other.top + other.height &&
            other.top < one.top + one.height,
        ),
    );
    assert.deepEqual(overlaps, [], id);
  }
});

test('the best matches of a keyword come first, and all others follow', async () => {
  const first = await found('cat');
  assert.equal(first.results[0]?.id, 'wise-cat');
  assert.equal(first.results.length, 20);
  const second = await found('cat', first.next);
  assert.equal(second.next, null);
  assert.equal(new Set([...first.results, ...second.results].map(({ id }) => id)).size, templates.length);
  assert.equal((await found('xyzzy')).results.length, 20);
});

test('a template is drawn in its aspect ratio, and small for a preview', async () => {
  const [meme] = (await found('versus')).results;
  assert.ok(meme);
  const [full, small] = [
    await embeddedMemes.open(meme.file, { signal }),
    await embeddedMemes.open(meme.thumb, { signal }),
  ];
  assert.ok(full.kind === 'bytes' && small.kind === 'bytes');
  const [large, preview] = [await sharp(full.bytes).metadata(), await sharp(small.bytes).metadata()];
  assert.deepEqual([large.width, large.height, large.format], [meme.width, meme.height, 'jpeg']);
  assert.equal(preview.width, 360);
  assert.equal((await embeddedMemes.open('drake', { signal })).kind, 'refused');
});
