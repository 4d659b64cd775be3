import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { PieceCache } from './cache.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pieces-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function filled(name: string): Promise<PieceCache> {
  const cache = new PieceCache(join(dir, name));
  for (const [index, key] of ['aa1', 'bb2', 'cc3'].entries()) {
    await writeFile(join(dir, 'piece'), key.repeat(100));
    await cache.put(key, join(dir, 'piece'));
    const usedAt = new Date(Date.UTC(2026, 0, 1 + index));
    await utimes(join(dir, name, key.slice(0, 2), `${key}.mp4`), usedAt, usedAt);
    await rm(join(dir, 'piece'));
  }
  return cache;
}

test('a piece is returned as it was stored, and another key finds nothing', async () => {
  const cache = await filled('back');
  assert.equal(await cache.take('bb2', join(dir, 'out')), true);
  assert.equal(await readFile(join(dir, 'out'), 'utf8'), 'bb2'.repeat(100));
  assert.equal(await cache.take('dd4', join(dir, 'other')), false);
});

test('the least recently used file is evicted first, and a copy taken before stays', async () => {
  const cache = await filled('lru');
  await cache.take('aa1', join(dir, 'taken'));
  await cache.prune(650);
  assert.deepEqual(
    (await readdir(join(dir, 'lru'), { recursive: true })).filter((name) => name.endsWith('.mp4')).toSorted(),
    ['aa/aa1.mp4', 'cc/cc3.mp4'],
  );
  await cache.prune(0);
  assert.equal(await readFile(join(dir, 'taken'), 'utf8'), 'aa1'.repeat(100));
});

test('a missing folder is an empty cache', async () => {
  await new PieceCache(join(dir, 'nowhere')).prune(0);
});
