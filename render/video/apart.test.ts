import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { probeMedia } from '../ffmpeg/media.ts';
import { aProject, aTile, fontFile } from '../testing.ts';
import { renderApart } from './apart.ts';
import type { RenderPlan } from './plan.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'apart-test-'));
});
after(() => rm(dir, { recursive: true }));

async function aPlan(name: string, seconds: number): Promise<RenderPlan> {
  const tempDir = join(dir, `${name}-temp`);
  await mkdir(tempDir);
  return {
    project: aProject([aTile({ text: 'Hello 100 %', seconds }), aTile({ seconds })]),
    files: {},
    fonts: {
      Inter: {
        files: [{ path: fontFile('inter', 'latin', 400, 'normal'), range: 'U+0-FF' }],
        slanted: false,
        emboldened: false,
      },
    },
    ffmpeg: await findFfmpeg(null),
    out: join(dir, `${name}.mp4`),
    cacheDir: join(dir, `${name}-cache`),
    tempDir,
    jobs: 1,
  };
}

describe('a render in a process of its own', () => {
  test('makes the video and tells how far it is', async () => {
    const plan = await aPlan('whole', 1);
    const seen: number[] = [];
    const end = await renderApart(plan, {
      signal: new AbortController().signal,
      onProgress: ({ made }) => seen.push(made),
    });
    assert.ok(end.kind === 'rendered', JSON.stringify(end));
    assert.equal(end.frames, 60);
    assert.ok(seen.length > 1 && seen.at(-1) === end.pieces);
    const facts = await probeMedia(plan.ffmpeg, plan.out);
    assert.ok('video' in facts && facts.video?.width === 1280 && facts.sounds === 1);
    assert.deepEqual(await readdir(plan.tempDir), []);
  });

  test('ends when it is stopped, and leaves nothing behind', async () => {
    const plan = await aPlan('stopped', 300);
    const stop = new AbortController();
    const end = await renderApart(plan, { signal: stop.signal, onProgress: () => stop.abort() });
    assert.deepEqual(end, { kind: 'cancelled' });
    assert.deepEqual(await readdir(plan.tempDir), []);
    assert.deepEqual((await readdir(dir)).includes('stopped.mp4'), false);
  });

  test('a file that is not there is named', async () => {
    const plan = await aPlan('missing', 1);
    const project = aProject([aTile({ media: { kind: 'image', file: 'gone.jpg' } })]);
    const end = await renderApart(
      { ...plan, project },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    assert.deepEqual(end, {
      kind: 'bad-media',
      place: { kind: 'slide', index: 0 },
      part: 'picture',
      reason: 'it is not there any more',
    });
  });

  test('a process that breaks is thrown', async () => {
    const plan = await aPlan('broken', 1);
    await assert.rejects(
      renderApart({ ...plan, fonts: {} }, { signal: new AbortController().signal, onProgress: () => undefined }),
      /a plan without fonts/,
    );
  });
});
