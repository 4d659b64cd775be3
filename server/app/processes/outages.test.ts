import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { StorageAway } from '../../base/storage/storage.ts';
import { openFailures } from './outages.ts';

const lost = (): Error => Object.assign(new Error('Connection terminated'), { code: '57P01' });

/** A log of failures whose clock and probes the test moves. */
function aStage() {
  const lines: [string, object][] = [];
  const state = { now: 0, database: false, storage: false, calls: new Array<() => void>() };
  const at = (fields: object, event: string): void => void lines.push([event, fields]);
  const answer = (isWell: boolean): Promise<void> => (isWell ? Promise.resolve() : Promise.reject(new Error('away')));
  const failures = openFailures(
    { info: at, warn: at, error: at },
    {
      probes: { database: () => answer(state.database), storage: () => answer(state.storage) },
      now: () => state.now,
      after: (milliseconds, call) => {
        state.calls.push(() => {
          state.now += milliseconds;
          call();
        });
        return () => {};
      },
    },
  );
  const looked = (): Promise<void> => until(() => state.calls.length > 0, { seconds: 5, what: () => 'a look' });
  return {
    lines,
    state,
    failures,
    looked,
    /** Lets the next look happen, and waits for the one after it or for a line. */
    look: async (isLast = false): Promise<void> => {
      await looked();
      const before = lines.length;
      state.calls.shift()?.();
      if (isLast) await until(() => lines.length > before, { seconds: 5, what: () => 'the last line' });
      else await looked();
    },
  };
}

test('an outage of the database is a line at its beginning, one a minute and one at its end', async () => {
  const { lines, state, failures, looked, look } = aStage();
  failures.say('round-broke', { worker: 'w' }, lost());
  await looked();
  for (let second = 0; second < 130; second += 1) {
    for (let each = 0; each < 5; each += 1)
      failures.say('job failed', { job: '' }, { code: '57P01', message: 'Connection terminated' });
    await look();
  }
  state.database = true;
  await look(true);
  assert.deepEqual(
    lines.map(([event]) => event),
    ['database away', 'database still away', 'database still away', 'database answers again'],
  );
  assert.deepEqual(lines.at(-1)?.[1], { seconds: 131, failures: 651 });
  const [, first] = lines[0] ?? [];
  assert.ok(first !== undefined && 'worker' in first && 'code' in first && first.code === '57P01');
});

test('a connection that fails elsewhere is logged by itself, because the database answers', async () => {
  const { lines, state, failures } = aStage();
  state.database = true;
  failures.say('job failed', { job: 'send-mail' }, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  await until(() => lines.length > 0, { seconds: 5, what: () => 'a line' });
  assert.deepEqual(
    lines.map(([event]) => event),
    ['job failed'],
  );
});

test('a storage that is away is called ours', async () => {
  const { lines, failures, looked } = aStage();
  failures.say('publish-broke', { network: 'telegram' }, new Error('x', { cause: new StorageAway('our storage') }));
  await looked();
  failures.say('publish-broke', { network: 'telegram' }, new StorageAway('our storage'));
  assert.deepEqual(
    lines.map(([event]) => event),
    ['our storage away'],
  );
});

test('an error that is copied into a plain object is logged with its message and code', () => {
  const { lines, failures } = aStage();
  failures.say(
    'job failed',
    { job: '' },
    { message: 'no such queue', code: '23503', stack: 'Error\n    at a (b.ts:1)' },
  );
  assert.deepEqual(lines, [
    ['job failed', { job: '', error: 'object', text: 'no such queue', code: '23503', at: ['at a (b.ts:1)'] }],
  ]);
});
