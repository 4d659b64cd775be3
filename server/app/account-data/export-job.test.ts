import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { aClient, anotherAgency, aPerson } from '../testing/server.ts';
import { queued } from '../testing/queue.ts';
import { exportData } from './export-data.job.ts';
import { tidyAccountData } from './tidy-account-data.job.ts';
import { readZip } from './testing-zip.ts';
import { writeExport } from './write-export.ts';
import { anExportStage } from './testing-export.ts';

const { aFilledAgency, clock, context, db, download, latest, run, server, services, signal, storage } =
  await anExportStage();

const tidy = () => tidyAccountData(services)({}, context);

test('tables and pages show one moment, although work continues meanwhile', async () => {
  const { owner, agencyId } = await aFilledAgency('epsilon', 11_000_000_000_000);
  const path = join(services.config.dataDir, 'snapshot.zip');
  const seen: string[] = [];
  await writeExport(services, {
    agencyId,
    path,
    now: clock.now,
    signal,
    onShare: async (step) => {
      if (seen.length === 0) await aClient(db, owner, { name: 'Late client' });
      seen.push(step);
    },
  });
  const zip = readZip(path);
  assert.doesNotMatch(zip.text('data/users.json'), /Late client/);
  assert.doesNotMatch(zip.text('pages/clients-1.html'), /Late client/);
  assert.deepEqual([...new Set(seen)], ['tables', 'pages', 'media']);
});

test('one download is made at a time; a cancelled one stops, leaves no file, and can be requested again', async () => {
  const { owner, agencyId } = await aFilledAgency('zeta', 12_000_000_000_000);
  const as = { as: owner };
  const { id } = await server.ask('download-user-data', {}, as);
  assert.deepEqual(
    [(await server.call('download-user-data', {}, as)).message, (await latest(owner))?.state],
    [messages.exportRunning, 'waiting'],
  );
  assert.equal((await server.call('cancel-data-export', { id }, as)).message, messages.exportCancelled);
  await run(id);
  assert.deepEqual(
    [(await latest(owner))?.state, (await server.call('cancel-data-export', { id }, as)).message],
    ['cancelled', messages.exportNotRunning],
  );

  const second = await server.ask('download-user-data', {}, as);
  const copying = {
    ...services,
    storage: {
      ...storage,
      open: async (name: string) => {
        await server.call('cancel-data-export', { id: second.id }, as);
        return storage.open(name);
      },
    },
  };
  await exportData(copying)({ exportId: second.id }, context);
  assert.equal((await latest(owner))?.state, 'cancelled');
  const {
    rows: [row],
  } = await db.pool.query<{ object_name: string | null }>('select object_name from data_exports where id = $1', [
    second.id,
  ]);
  assert.equal(row?.object_name, null);
  assert.deepEqual(
    readdirSync(join(services.config.dataDir, 'tmp')).filter((name) => name.startsWith('export-')),
    [],
  );
  assert.deepEqual(await queued(db, jobs.sendMail, { agencyId }), []);
});

test('progress is stored, and a run after a vanished worker begins again and replaces its result', async () => {
  const { owner } = await aFilledAgency('eta', 13_000_000_000_000);
  const { id } = await server.ask('download-user-data', {}, { as: owner });
  const reached: (number | undefined)[] = [];
  const vanishing = {
    ...services,
    storage: {
      ...storage,
      open: async () => {
        reached.push((await latest(owner))?.percent);
        return new Promise<never>(() => {}); // the worker is gone
      },
    },
  };
  void exportData(vanishing)({ exportId: id }, context);
  await until(() => reached.length > 0);
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.step], ['running', 'pages']);
  assert.ok((reached[0] ?? 0) >= 15);
  await run(id, { retryCount: 1 });
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.percent], ['ready', 100]);
});

test('a failure is reported after the last attempt, and another download can be requested', async () => {
  const { owner } = await aFilledAgency('theta', 14_000_000_000_000);
  const { id } = await server.ask('download-user-data', {}, { as: owner });
  const broken = { ...services, storage: { ...storage, put: () => Promise.reject(new Error('the disk is full')) } };
  await assert.rejects(exportData(broken)({ exportId: id }, context), /disk is full/);
  assert.equal((await latest(owner))?.state, 'running');
  await assert.rejects(exportData(broken)({ exportId: id }, { ...context, retryCount: 3 }), /disk is full/);
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.message], ['failed', messages.exportFailed]);
  await download(owner);
});

test('a download without a worker is marked as failed, so that another can be requested', async () => {
  const { owner } = await aFilledAgency('iota', 15_000_000_000_000);
  await server.ask('download-user-data', {}, { as: owner });
  clock.now = new Date(clock.now.getTime() + 27 * 3_600_000);
  await tidy();
  assert.equal((await latest(owner))?.state, 'failed');
  assert.equal((await server.call('download-user-data', {}, { as: owner })).code, 200);
});

test('only the owner’s session can fetch the file, ten minutes per address, also in parts', async () => {
  const { owner, agencyId } = await aFilledAgency('kappa', 16_000_000_000_000);
  const { id, url, zip } = await download(owner);
  assert.ok(zip.names.length > 20);
  const part = await server.send(url, { headers: { range: 'bytes=0-3' } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')], [206, 'PK\u0003\u0004']);
  assert.equal((await server.send(url, { headers: { range: 'bytes=99999999-' } })).status, 416);
  const {
    rows: [row],
  } = await db.pool.query<{ object_name: string }>('select object_name from data_exports where id = $1', [id]);
  assert.equal((await server.send(`/files/${row?.object_name}`)).status, 404);
  assert.equal((await server.send('/exports/nonsense')).status, 404);

  for (const as of [await anotherAgency(db), null])
    assert.equal((await server.call('download-data-export', { id }, { as })).code, as === null ? 401 : 404);
  for (const role of ['member', 'client'] as const) {
    const as = await aPerson(db, { role, agencyId });
    for (const name of ['fetch-account-data', 'download-user-data', 'disable-account', 'preview-deletion'] as const)
      assert.equal((await server.call(name, {}, { as })).code, 403);
    assert.equal((await server.call('download-data-export', { id }, { as })).code, 403);
  }
  const other = await server.ask('download-data-export', { id }, { as: owner });
  assert.equal((await server.send(url)).status, 404, 'an earlier address ends with a later one');
  clock.now = new Date(clock.now.getTime() + 11 * 60_000);
  assert.equal((await server.send(other.url)).status, 404);
  const { url: ending } = await server.ask('download-data-export', { id }, { as: owner });
  await db.pool.query('update sessions set expires_at = $2 where user_id = $1', [owner.id, clock.now]);
  assert.equal((await server.send(ending)).status, 404, 'a session whose time is over takes its address with it');
  await db.pool.query('update sessions set expires_at = $2 where user_id = $1', [
    owner.id,
    new Date(clock.now.getTime() + 86_400_000),
  ]);
  const { url: last } = await server.ask('download-data-export', { id }, { as: owner });
  await db.pool.query('delete from sessions where user_id = $1', [owner.id]);
  assert.equal((await server.send(last)).status, 404, 'a signed-out person cannot download');
});

test('after a week, or after a later download, the file is deleted and shown as deleted', async () => {
  const { owner } = await aFilledAgency('lambda', 17_000_000_000_000);
  const objectOf = async (id: string) =>
    (await db.pool.query<{ object_name: string | null }>('select object_name from data_exports where id = $1', [id]))
      .rows[0]?.object_name;
  const first = await download(owner);
  const firstObject = await objectOf(first.id);
  const second = await download(owner);
  const secondObject = await objectOf(second.id);
  await tidy();
  assert.deepEqual(
    [await storage.open(firstObject ?? ''), await objectOf(first.id), (await latest(owner))?.state],
    [null, null, 'ready'],
  );
  clock.now = new Date(clock.now.getTime() + 7 * 86_400_000);
  assert.equal(
    (await server.call('download-data-export', { id: second.id }, { as: owner })).message,
    messages.exportGone,
  );
  await tidy();
  assert.deepEqual([await storage.open(secondObject ?? ''), (await latest(owner))?.state], [null, 'expired']);
});

test('the owner’s mail links to the page and not to the file, and the audit log has every step', async () => {
  const { owner, agencyId } = await aFilledAgency('omega', 18_000_000_000_000);
  await download(owner);
  const mails = await queued(db, jobs.sendMail, { agencyId });
  const text = mails.find(({ subject }) => subject?.startsWith('Your data'))?.['text'] ?? '';
  assert.match(text, /\/account-data\n/);
  assert.doesNotMatch(text, /exports\//);
  const { rows: actions } = await db.pool.query<{ action: string }>(
    `select action from audit_entries where agency_id = $1 and action like 'data-export-%' order by id`,
    [agencyId],
  );
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['data-export-started', 'data-export-ready', 'data-export-downloaded'],
  );
});
