import assert from 'node:assert/strict';
import { test } from 'vitest';
import { loopOf, loopSeconds } from './loop.ts';

const options = { width: 161, height: 90, svgOf: () => undefined };
const sea = { scene: 'sea', palette: 'dusk', seed: '0000abcd', actors: [] };

test('a loop has even sides, moves, and its frame behind the last is the first', async () => {
  const loop = await loopOf(sea, options);
  assert.deepEqual([loop.width % 2, loop.height % 2, loop.frames / loop.framesPerSecond], [0, 0, loopSeconds]);
  const first = loop.frame(0);
  assert.equal(first.length, loop.width * loop.height * 4);
  assert.notDeepEqual(first, loop.frame(90));
  assert.deepEqual(loop.frame(loop.frames), first);
});

test('two loops can be drawn alternately', async () => {
  const one = await loopOf(sea, options);
  const other = await loopOf({ ...sea, scene: 'dunes', palette: 'dawn' }, options);
  const alone = one.frame(7);
  other.frame(7);
  assert.deepEqual(one.frame(7), alone);
});
