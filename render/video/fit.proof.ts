import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { pictureBits } from '#rules/video-size.ts';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { madeBy } from '../testing-media.ts';
import { fitted } from './fit.ts';
import { packetsOf } from './join.ts';

/** The editor warns by the length alone, so even the most complex picture has to fit at the longest length. */
test('a clip of pure noise fits at the longest length that is said to fit', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'fit-test-'));
  try {
    const ffmpeg = await findFfmpeg(null);
    const [seconds, underBytes] = [10, 753_000];
    assert.notEqual(pictureBits(seconds, underBytes), null);
    assert.equal(pictureBits(seconds - 0.1, underBytes * 0.98), null);
    const noise = `nullsrc=s=320x180:r=30:d=${seconds},noise=alls=100:allf=t,scale=640:360:flags=neighbor`;
    const path = await madeBy(ffmpeg, join(dir, 'noise.mp4'), [
      '-f',
      'lavfi',
      '-i',
      noise,
      '-f',
      'lavfi',
      '-i',
      `anoisesrc=d=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      '128k',
    ]);
    assert.ok((await stat(path)).size > underBytes);
    const signal = new AbortController().signal;
    await fitted(path, { ffmpeg, signal, dir, frames: seconds * 30, underBytes });
    const { size } = await stat(path);
    assert.ok(size < underBytes, `${size} bytes`);
    assert.equal((await packetsOf(path, { ffmpeg })).length, seconds * 30);
  } finally {
    await rm(dir, { recursive: true });
  }
});
