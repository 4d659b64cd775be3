/** Files whose maker is gone: a machine that was switched off, a process that ended. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aServer } from '../../app/testing/server.ts';
import { makeUpgrade } from './make-upgrade.job.ts';
import { finishFile, noteFile, takeFile } from './queries.ts';

let time = Date.UTC(2026, 10, 22, 9, 0);
const now = (): Date => new Date(time);
const pass = (minutes: number): void => void (time += minutes * 60_000);
const server = await aServer({ clock: now });
const { db, services } = server;

const ask = () => server.ask('open-upgrade', { id: 'brief-pitch' });
const standing = async () => {
  const { panels } = await server.ask('fetch-upgrades', {});
  const found = panels.flatMap(({ materials }) => materials).find(({ id }) => id === 'brief-pitch');
  return [found?.state, found?.percent];
};
const countJobs = async (): Promise<number> => (await queued(db, jobs.makeUpgrade)).length;

test('a file without progress for 15 minutes is made again at the next request, and not before', async () => {
  await db.pool.query(`update users set membership = 'dfy__unlimited' where id = $1`, [server.owner.id]);
  await ask();
  const { rows } = await db.pool.query<{ id: string }>('select id::text from upgrade_files');
  const id = rows[0]?.id ?? '';
  const held = { id, run: 'gone' };
  await db.asSystem((tx) => takeFile(tx, { ...held, now: now() }));
  pass(10);
  await db.asSystem((tx) => noteFile(tx, { ...held, now: now(), percent: 40 }));

  pass(15);
  await ask();
  assert.deepEqual([await standing(), await countJobs()], [['running', 40], 1], '15 minutes after its last sign');
  pass(1);
  await ask();
  assert.deepEqual([await standing(), await countJobs()], [['waiting', 0], 2]);
  await ask();
  assert.equal(await countJobs(), 2, 'once for everybody who asks');

  const late = { ...held, now: now(), objectName: 'upgrade-late.bin', sizeBytes: 1 };
  assert.equal(await db.asSystem((tx) => finishFile(tx, late)), false, 'who was gone and is back');
  await makeUpgrade(services)({ fileId: id }, { signal: new AbortController().signal, retryCount: 0, jobId: '' });
  assert.deepEqual(await standing(), ['ready', 100]);
  assert.equal((await server.send((await ask()).url ?? '', {})).status, 200);

  pass(60);
  await ask();
  assert.equal(await countJobs(), 2, 'what is there is not made again');
});
