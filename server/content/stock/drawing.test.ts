import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { launchProcess, openDrawer } from './drawing.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-drawing-'));
const children: ChildProcess[] = [];
const drawer = openDrawer({
  atOnce: 2,
  launch: () => {
    const child = launchProcess();
    children.push(child);
    return child;
  },
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

let files = 0;
const draw = (whose: string, signal?: AbortSignal) =>
  drawer.draw(
    {
      kind: 'image',
      reference: 'small.meadow.day.1f3a90bc',
      path: join(dir, String((files += 1))),
      size: null,
      ffmpeg: '',
    },
    { whose, ...(signal ? { signal } : {}) },
  );

test('a stopped drawing holds up nobody else, and ends with its caller', async () => {
  assert.deepEqual(await draw('agency 1'), { outcome: 'made' });
  const [first] = children;
  assert.ok(first?.pid);
  assert.equal(getPriority(first.pid), getPriority());

  process.kill(first.pid, 'SIGSTOP');
  const leaving = new AbortController();
  const stopped = draw('agency 1', leaving.signal);
  assert.deepEqual(await draw('agency 2'), { outcome: 'made' });
  leaving.abort(new Error('left'));
  await assert.rejects(stopped, { message: 'left' });
  assert.deepEqual(await Promise.all([draw('agency 1'), draw('agency 2')]), [{ outcome: 'made' }, { outcome: 'made' }]);
  assert.equal(children.length, 3);
});
