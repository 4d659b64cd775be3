import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';
import { answers } from './testing-answers.ts';
import { until } from './testing-until.ts';
import { clusterVariable, testDatabase } from './testing.ts';

test('each test database has the whole schema and none of the rows of another', async () => {
  const [first, second] = [await testDatabase(), await testDatabase()];
  await first.asSystem((tx) => tx.insertInto('agencies').values({ name: 'Here' }).execute());
  assert.deepEqual(await second.asSystem((tx) => tx.selectFrom('agencies').select('id').execute()), []);
});

test('a killed test process leaves no server behind', async () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { aTestCluster } from '${import.meta.resolve('./testing.ts')}'
    const { adminUrl } = await aTestCluster()
    process.stdout.write(adminUrl)
    process.kill(process.pid, 'SIGKILL')`,
    ],
    { env: { ...process.env, [clusterVariable]: '' }, encoding: 'utf8' },
  );
  const url = new URL(stdout).href;
  await until(async () => !(await answers(url)), { seconds: 60, what: 'the end of the server' });
});
