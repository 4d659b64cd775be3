import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { probeMedia } from '../ffmpeg/media.ts';
import { aProject, aTile, fontFile } from '../testing.ts';
import { childrenOf, prioritiesOf, rendersOf, untilGone } from '../testing-processes.ts';
import { renderApart } from './apart.ts';
import type { RenderPlan } from './plan.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'apart-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

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
    fallbacks: { fonts: [], paths: {} },
    ffmpeg: await findFfmpeg(null),
    out: join(dir, `${name}.mp4`),
    cacheDir: join(dir, `${name}-cache`),
    tempDir,
    jobs: 1,
  };
}

describe('renders in a separate process', () => {
  test('a render makes the video and reports its progress', async () => {
    const plan = await aPlan('whole', 1);
    const seen: number[] = [];
    const end = await renderApart(plan, {
      signal: new AbortController().signal,
      priority: 0,
      onProgress: ({ made }) => seen.push(made),
    });
    assert.ok(end.kind === 'rendered', JSON.stringify(end));
    assert.equal(end.frames, 60);
    assert.ok(seen.length > 1 && seen.at(-1) === end.pieces);
    const facts = await probeMedia(plan.ffmpeg, plan.out);
    assert.ok('video' in facts && facts.video?.width === 1280 && facts.sounds === 1);
    assert.deepEqual(await readdir(plan.tempDir), []);
  });

  test('a render ends when it is stopped, and leaves nothing behind', async () => {
    const plan = await aPlan('stopped', 300);
    const stop = new AbortController();
    const end = await renderApart(plan, { signal: stop.signal, priority: 0, onProgress: () => stop.abort() });
    assert.deepEqual(end, { kind: 'cancelled' });
    assert.deepEqual(await readdir(plan.tempDir), []);
    assert.deepEqual((await readdir(dir)).includes('stopped.mp4'), false);
  });

  test('a render and its children run at the lowest priority, even where Linux shares among sessions', async () => {
    const plan = await aPlan('low', 300);
    const own = getPriority();
    const seen: string[] = [];
    const stop = new AbortController();
    const end = await renderApart(plan, {
      signal: stop.signal,
      priority: 3,
      onProgress: () => {
        const family = rendersOf(process.pid).flatMap((child) => [child, ...childrenOf(child)]);
        seen.push(...family.map(prioritiesOf).filter((priorities) => priorities !== null));
        stop.abort();
      },
    });
    assert.equal(end.kind, 'cancelled');
    assert.ok(seen.length > 0 && seen.every((priorities) => /^(3|10) (3|no group)$/.test(priorities)), seen.join());
    assert.equal(getPriority(), own, 'it does not slow down this process');
  });

  test('a render is rejected when its process is killed, and no child keeps running', async () => {
    const plan = await aPlan('killed', 300);
    let left: readonly number[] = [];
    const ending = renderApart(plan, {
      signal: new AbortController().signal,
      priority: 0,
      onProgress: () => {
        const [child] = rendersOf(process.pid);
        if (child === undefined || left.length > 0) return;
        left = [child, ...childrenOf(child)];
        process.kill(child, 'SIGKILL');
      },
    });
    await assert.rejects(ending, /the render ended by itself \(SIGKILL\)/);
    assert.ok(left.length > 0);
    await untilGone(left);
  });

  test('a render ends when its parent process is killed, with its folder and its children', async () => {
    const plan = await aPlan('alone', 300);
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { renderApart } from ${JSON.stringify(new URL('./apart.ts', import.meta.url).href)};
       const onProgress = () => process.stdout.write('.');
       await renderApart(${JSON.stringify(plan)}, { signal: new AbortController().signal, priority: 0, onProgress });`,
    ]);
    await once(parent.stdout, 'data');
    const [child = 0] = rendersOf(parent.pid ?? 0);
    assert.ok(child > 0);
    const left = [child, ...childrenOf(child)];
    parent.kill('SIGKILL');
    await untilGone(left);
    assert.deepEqual(
      (await readdir(dir)).filter((name) => ['alone-temp', 'alone.mp4'].includes(name)),
      [],
    );
  });

  test('a render names a missing file', async () => {
    const plan = await aPlan('missing', 1);
    const project = aProject([aTile({ media: { kind: 'image', file: 'gone.jpg' } })]);
    const end = await renderApart(
      { ...plan, project },
      { signal: new AbortController().signal, priority: 0, onProgress: () => undefined },
    );
    assert.deepEqual(end, {
      kind: 'bad-media',
      location: { kind: 'slide', index: 0 },
      part: 'picture',
      reason: 'it is not there any more',
    });
  });

  test('a render is rejected when its process crashes', async () => {
    const plan = await aPlan('broken', 1);
    await assert.rejects(
      renderApart(
        { ...plan, fonts: {} },
        { signal: new AbortController().signal, priority: 0, onProgress: () => undefined },
      ),
      /a plan without fonts/,
    );
  });
});
