import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { isActor } from '../emoji/emoji.ts';
import keywords from './keywords.json' with { type: 'json' };
import { choose } from './choose.ts';
import { pictureOf, referenceOf } from '../../generated/pictures/draw.ts';
import { palettes } from '../../generated/pictures/palette.ts';
import { embeddedImages, titleOf } from './pictures.ts';
import { sceneNames } from '../../generated/pictures/scenes/index.ts';

const signal = new AbortController().signal;
const size = { width: 160, height: 90 };

async function found(keyword: string, cursor: string | null = null) {
  const page = await embeddedImages.search({ keyword, cursor, signal });
  assert.ok(page.kind === 'found');
  return page;
}

test('the same reference gives the same picture, another seed gives another picture', async () => {
  const one = await embeddedImages.open('small.mountains.dawn.0000abcd', { signal, size });
  const same = await embeddedImages.open('small.mountains.dawn.0000abcd', { signal, size });
  const other = await embeddedImages.open('small.mountains.dawn.0000abce', { signal, size });
  assert.ok(one.kind === 'bytes' && same.kind === 'bytes' && other.kind === 'bytes');
  assert.deepEqual(one.bytes, same.bytes);
  assert.notDeepEqual(one.bytes, other.bytes);
});

test('a picture fills the requested size', async () => {
  for (const wanted of [
    { width: 320, height: 320 },
    { width: 180, height: 320 },
  ]) {
    const opened = await embeddedImages.open('sea.dusk.0000abcd', { signal, size: wanted });
    assert.ok(opened.kind === 'bytes');
    const { width, height, format } = await sharp(opened.bytes).metadata();
    assert.deepEqual([width, height, format], [wanted.width, wanted.height, 'jpeg']);
  }
});

test('every word of the table names existing kinds and palettes, and drawable actors', () => {
  for (const [word, wish] of Object.entries(keywords)) {
    assert.deepEqual(
      wish.scenes.filter((scene) => !sceneNames.includes(scene)),
      [],
      word,
    );
    assert.deepEqual(
      wish.palettes.filter((palette) => !palettes.has(palette)),
      [],
      word,
    );
    assert.deepEqual(
      wish.actors.filter((actor) => !isActor(actor)),
      [],
      word,
    );
  }
});

test('every stock keyword of the editor is in the table or is the name of an emoji', () => {
  for (const keyword of [
    'nature',
    'car',
    'animal',
    'water',
    'birds',
    'human',
    'space',
    'kids',
    'fitness',
    'dog',
    'cat',
    'food',
  ]) {
    const pictures = Array.from({ length: 20 }, (_, index) => choose(keyword, index));
    assert.ok(keyword === 'nature' || pictures.filter(({ actors }) => actors.length > 0).length >= 5, keyword);
    assert.ok(new Set(pictures.map(({ scene }) => scene)).size >= 2, keyword);
  }
});

test('an unknown word that names an emoji shows that emoji, and any other word also finds pictures', async () => {
  assert.ok(choose('guitar', 0).actors.includes('guitar'));
  assert.equal((await found('zzyzx')).results.length, 20);
  assert.deepEqual((await found('zzyzx')).results, (await found('ZZYZX ')).results);
});

test('a search has pages without repetitions, and ends', async () => {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await found('beach', cursor);
    ids.push(...page.results.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  assert.equal(ids.length, 160);
  assert.equal(new Set(ids).size, 160);
  assert.deepEqual((await found('beach', '160')).results, []);
});

test('only our own references open', async () => {
  for (const reference of [
    '',
    'sea',
    'sea.dusk',
    'sea.noon.0000abcd',
    'moon.dusk.0000abcd',
    'sea.dusk.xyz',
    'sea.dusk.0000abcd.no-such-thing',
    'sea.dusk.0000abcd.dog.cat',
  ]) {
    assert.equal((await embeddedImages.open(reference, { signal })).kind, 'refused', reference);
  }
  const picture = { scene: 'meadow', palette: 'day', seed: '0000abcd', actors: ['dog', 'cat'] };
  assert.deepEqual(pictureOf(referenceOf(picture), isActor), picture);
  assert.equal(titleOf(picture), 'Meadow with dog by day');
});
