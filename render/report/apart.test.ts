import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { childrenOf, untilGone } from '../testing-processes.ts';
import { writeReportApart } from './apart.ts';
import { noFallbacks } from '#render/layout/index.ts';
import { aReport } from './testing.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'report-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

const plan = (posts: number) => ({
  report: aReport(posts),
  logo: null,
  address: null,
  color: '#334455',
  pictures: new Map<string, string>(),
  emoji: new Map<string, Buffer>(),
  fallbacks: noFallbacks,
  priority: 0,
  onProgress: () => Promise.resolve(),
  signal: new AbortController().signal,
});

describe('reports in a separate process', () => {
  test('a report is written whole, even without a damaged picture', async () => {
    const damaged = join(dir, 'damaged');
    await writeFile(damaged, 'no picture');
    const path = join(dir, 'whole.pdf');
    const told: number[] = [];
    const written = await writeReportApart(path, {
      ...plan(400),
      pictures: new Map([['/files/1', damaged]]),
      onProgress: (share) => Promise.resolve(void told.push(share)),
    });
    assert.deepEqual(told, [0.5, 1]);
    assert.ok(written.pages > 1);
    assert.deepEqual(written.missing, []);
    assert.match(await readFile(path, 'latin1'), /^%PDF-[\s\S]*%%EOF\s*$/);
  });

  test('a report ends when it is aborted, and no process of it keeps running', async () => {
    const stop = new AbortController();
    let left: number[] = [];
    const ending = writeReportApart(join(dir, 'stopped.pdf'), {
      ...plan(4000),
      signal: stop.signal,
      onProgress: () => {
        left = childrenOf(process.pid);
        stop.abort(new Error('no longer wanted'));
        return Promise.resolve();
      },
    });
    await assert.rejects(ending, /no longer wanted/);
    assert.ok(left.length > 0);
    await untilGone(left);
  });

  test('a report fails with its reason if its file cannot be written', async () => {
    await assert.rejects(writeReportApart(join(dir, 'no', 'folder.pdf'), plan(1)), /the report (broke|ended).*ENOENT/s);
  });
});
