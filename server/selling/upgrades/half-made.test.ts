/** Files whose maker is gone: a machine that was switched off, a process that ended. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { makeUpgrade } from './make-upgrade.job.ts';
import { askForFile, failFile, findFile, findReady, finishFile, listReady, noteFile, takeFile } from './queries.ts';
import { answerTicket, insertTicket, listOpenTickets } from './ticket-queries.ts';

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

test('the steps of one file are recorded for the worker that has it, and leave other files as they are', async () => {
  const file = { version: 'v1', fileName: 'a.docx', contentType: 'a/b' };
  const request = (material: string, more = {}) =>
    db.asSystem((tx) => askForFile(tx, { ...file, material, now: now(), ...more }));
  const stored = async () =>
    (await db.pool.query<Record<string, unknown>>('select * from upgrade_files order by id')).rows;
  const before = await stored();
  const [own, same, other] = [
    await request('one'),
    await request('one', { version: 'v2' }),
    await request('other', { version: 'v1' }),
  ];
  assert.ok(own && same && other);
  const untouched = (await stored()).filter(({ id }) => id === same.id || id === other.id);
  const held = { id: own.id, run: 'first', now: now() };
  const system = <T>(work: Parameters<typeof db.asSystem<T>>[0]) => db.asSystem(work);
  assert.equal((await system((tx) => takeFile(tx, held)))?.id, own.id);
  const mine = async () => {
    const row = await system((tx) => findFile(tx, { material: 'one', version: 'v1' }));
    return [row?.id, row?.state, row?.percent];
  };
  for (const run of ['another', 'first']) {
    await system((tx) => noteFile(tx, { ...held, run, percent: 30 }));
    assert.deepEqual(await mine(), [own.id, 'running', run === 'first' ? 30 : 0]);
  }
  await system((tx) => failFile(tx, { ...held, run: 'another' }));
  assert.deepEqual(await mine(), [own.id, 'running', 30]);
  await system((tx) => failFile(tx, held));
  const done = { ...held, objectName: 'upgrade-one.bin', sizeBytes: 1 };
  assert.equal(await system((tx) => finishFile(tx, done)), false, 'it has failed');
  await system((tx) => noteFile(tx, { ...held, percent: 40 }));
  assert.deepEqual(await mine(), [own.id, 'failed', 30]);
  assert.equal(await system((tx) => takeFile(tx, held)), undefined, 'it has ended');
  assert.equal(await system((tx) => findReady(tx, own.id)), undefined);
  assert.ok(await request('one'), 'a failed file is requested again');
  await system((tx) => takeFile(tx, held));
  assert.equal(await system((tx) => finishFile(tx, { ...done, run: 'another' })), false);
  assert.equal(await system((tx) => finishFile(tx, done)), true);
  assert.equal((await system((tx) => findReady(tx, own.id)))?.material, 'one');
  const ready = await system((tx) => listReady(tx, [{ material: 'one', version: 'v1' }]));
  assert.deepEqual(
    ready.map(({ object_name: name }) => name),
    ['upgrade-one.bin'],
    'those of this version that are ready',
  );
  assert.deepEqual(
    (await stored()).filter(({ id }) => id === same.id || id === other.id),
    untouched,
  );
  assert.deepEqual((await stored()).slice(0, before.length), before);
});

test('an answer goes to one request, and only open ones are shown to the operator', async () => {
  const as = await anotherAgency(db);
  const send = () =>
    db.asSystem((tx) =>
      insertTicket(tx, { agencyId: as.agencyId, userId: as.id, kind: 'web-hosting', fields: {}, now: now() }),
    );
  const [one, other] = [await send(), await send()];
  await db.asSystem((tx) => answerTicket(tx, { id: one.id, state: 'done', answer: 'Yes', now: now() }));
  const open = await db.asSystem((tx) => listOpenTickets(tx));
  assert.deepEqual(
    open.map(({ id, answer }) => [id, answer]),
    [[other.id, other.answer]],
  );
});
