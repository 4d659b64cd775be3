import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { removeStale } from './stale.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-stale-'));
afterAll(() => rmSync(dir, { recursive: true }));

test('a file left more than a day ago is removed, and a file in progress stays', async () => {
  const now = new Date();
  for (const name of ['old', 'new']) {
    writeFileSync(join(dir, name), name);
    mkdirSync(join(dir, `${name}-folder`));
    writeFileSync(join(dir, `${name}-folder`, 'part.mp4'), name);
  }
  for (const name of ['old', 'old-folder']) utimesSync(join(dir, name), now, new Date(now.getTime() - 25 * 3_600_000));
  await removeStale(dir, now);
  assert.deepEqual(readdirSync(dir).toSorted(), ['new', 'new-folder']);
  await removeStale(join(dir, 'missing'), now);
});
