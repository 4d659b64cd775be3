import assert from 'node:assert/strict';
import { test } from 'vitest';
import { embeddedVideos, embeddedViral } from './videos.ts';

const signal = new AbortController().signal;
const size = { width: 161, height: 90 };

test('a found video opens as a loop of RGBA frames with even sides, and has a picture', async () => {
  const page = await embeddedVideos.search({ keyword: 'ocean', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const [video] = page.results;
  assert.ok(video);
  const opened = await embeddedVideos.open(video.file, { signal, size });
  assert.ok(opened.kind === 'loop');
  const { loop } = opened;
  assert.deepEqual(
    [loop.width % 2, loop.height % 2, loop.frames, loop.frames / loop.framesPerSecond],
    [0, 0, 200, video.seconds],
  );
  const [first, middle] = [await loop.frame(0), await loop.frame(90)];
  assert.equal(first.length, loop.width * loop.height * 4);
  assert.notDeepEqual(first, middle);
  assert.deepEqual(await loop.frame(loop.frames), first);
  const thumb = await embeddedVideos.open(video.thumb, { signal });
  assert.ok(thumb.kind === 'bytes' && thumb.contentType === 'image/jpeg');
});

test('the Viral Videos tab finds our own loops, which can be chosen', async () => {
  const page = await embeddedViral.search({ keyword: 'dance', cursor: null, signal });
  assert.ok(page.kind === 'found');
  assert.equal(page.results.length, 20);
  const file = page.results[0]?.file ?? '';
  assert.equal((await embeddedViral.open(file, { signal, size })).kind, 'loop');
  assert.equal((await embeddedViral.open('nonsense', { signal })).kind, 'refused');
});
