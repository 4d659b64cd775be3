import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, test } from 'vitest';
import { tryLock, waitForLock, type LockMode } from './file-lock.ts';

describe('a lock on a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-lock-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Another process that holds the lock until it is killed. */
  async function otherProcess(file: string, mode: LockMode) {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { tryLock } from '${import.meta.resolve('./file-lock.ts')}'
      tryLock('${file}', '${mode}')
      gc()
      process.stdout.write('asked')
      setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '--expose-gc' } },
    );
    await once(child.stdout, 'data');
    return {
      kill: async () => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  test('a lock is exclusive until its process is killed, and leaves no stale lock behind', async () => {
    const file = join(dir, 'killed');
    const other = await otherProcess(file, 'exclusive');
    assert.equal(tryLock(file, 'exclusive'), null);
    assert.equal(tryLock(file, 'shared'), null);
    await other.kill();
    const lock = tryLock(file, 'exclusive');
    assert.notEqual(lock, null);
    lock?.release();
    assert.deepEqual(readdirSync(dir), ['killed']);
  });

  test('a lock is shared by many, and exclusive only after the last of them', async () => {
    const file = join(dir, 'shared');
    const other = await otherProcess(file, 'shared');
    const own = tryLock(file, 'shared');
    assert.notEqual(own, null);
    assert.equal(tryLock(file, 'exclusive'), null);
    await other.kill();
    assert.equal(tryLock(file, 'exclusive'), null);
    own?.release();
    own?.release();
    const last = tryLock(file, 'exclusive');
    assert.notEqual(last, null);
    last?.release();
  });

  test('a released lock goes to the process that waits for it', async () => {
    const file = join(dir, 'waited');
    const first = tryLock(file, 'exclusive');
    const waiting = waitForLock(file, { mode: 'exclusive', seconds: 30 });
    await setImmediate();
    first?.release();
    (await waiting).release();
  });

  test('a wait that times out is reported in one line', async () => {
    const file = join(dir, 'vain');
    const first = tryLock(file, 'exclusive');
    await assert.rejects(
      waitForLock(file, { mode: 'shared', seconds: 0 }),
      /vain is locked by another process for more than 0 s$/,
    );
    first?.release();
  });

  test('a file that cannot be locked is reported in one line', () => {
    assert.throws(() => tryLock(dir, 'exclusive'), /^Error: cannot lock .*: unable to open database file$/);
    const file = join(dir, 'strange');
    writeFileSync(file, 'what is this, a line of text of somebody else?');
    assert.throws(() => tryLock(file, 'exclusive'), /^Error: cannot lock .*strange: .*$/);
  });
});
