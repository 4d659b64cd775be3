import assert from 'node:assert/strict';
import { test } from 'vitest';
import sharp from 'sharp';
import { pictureOf, prepare, referenceOf } from './draw.ts';
import { sceneNames } from './scenes/index.ts';

const size = { width: 160, height: 90 };
const svgOf = () =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">' +
  '<circle cx="16" cy="16" r="12" fill="#c33"/></svg>';

const castOf = (scene: string): string[] => (scene === 'underwater' ? ['tropical-fish'] : ['dog-face', 'rocket']);

for (const scene of sceneNames) {
  test(`a loop of ${scene} ends where it begins, moves in between, and fills the frame`, async () => {
    const picture = { scene, palette: 'sunset', seed: '00c0ffee', actors: castOf(scene) };
    const drawing = await prepare(picture, { ...size, svgOf });
    const pixels = (t: number): Buffer => Buffer.from(drawing.at(t).data());
    const [start, middle, end] = [pixels(0), pixels(0.37), pixels(1)];
    const apart = (one: Buffer, other: Buffer): number =>
      one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    assert.ok(apart(start, end) < 0.05, `ends ${apart(start, end)} from its start`);
    assert.ok(apart(start, middle) > 0.05, `moves by ${apart(start, middle)} only`);
    const { channels } = await sharp(start, { raw: { ...size, channels: 4 } }).stats();
    assert.equal(channels[3]?.min, 255);
    assert.ok(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev)) > 4, 'not one flat colour');
  });
}

test('a picture with an actor that has no drawing is refused', async () => {
  const picture = { scene: 'meadow', palette: 'day', seed: '0000abcd', actors: ['dog'] };
  await assert.rejects(prepare(picture, { ...size, svgOf: () => undefined }), /no actor has the name dog/);
});

test('a reference names a known scene, a known palette, a seed and known actors', () => {
  const isActor = (name: string): boolean => name === 'dog' || name === 'cat';
  const picture = { scene: 'meadow', palette: 'day', seed: '0000abcd', actors: ['dog', 'cat'] };
  assert.deepEqual(pictureOf(referenceOf(picture), isActor), picture);
  for (const reference of [
    '',
    'sea',
    'sea.noon.0000abcd',
    'moon.dusk.0000abcd',
    'sea.dusk.xyz',
    'sea.dusk.0000abcd.owl',
  ])
    assert.equal(pictureOf(reference, isActor), undefined, reference);
});
