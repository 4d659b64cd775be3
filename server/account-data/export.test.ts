import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { aPicture, aStream, aTextStream } from '../streams/testing.ts';
import { aClient, aMember, anotherAgency, aPerson, aServer, type TestPerson } from '../testing.ts';
import { exportData } from './export-data.job.ts';
import { isHidden, listTables, skippedTables } from './tables.ts';
import { tidyAccountData } from './tidy-account-data.job.ts';
import { fillEveryTable } from './testing-fill.ts';
import { readZip } from './testing-zip.ts';
import { writeExport } from './write-export.ts';

const clock = { now: new Date('2026-06-01T08:00:00Z') };
const server = await aServer({ clock: () => clock.now });
const { db, services } = server;
const { storage } = services;
const signal = new AbortController().signal;
const context = { signal, jobId: 'job', retryCount: 0 };
const run = (exportId: string, given: Partial<typeof context> = {}) => exportData(services)({ exportId }, { ...context, ...given });
const tidy = () => tidyAccountData(services)({}, context);
const latest = async (as: TestPerson) => (await server.ask('fetch-account-data', {}, { as })).export;

/** Has everything put together, and fetches and reads the file. */
async function download(as: TestPerson) {
  const { id } = await server.ask('download-user-data', {}, { as });
  await run(id);
  const { url } = await server.ask('download-data-export', { id }, { as });
  const response = await server.send(url);
  assert.equal(response.status, 200);
  const path = join(services.config.dataDir, `${id}.zip`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return { id, url, response, zip: readZip(path) };
}

/** A filled agency with its owner, who has a session, and bytes in storage under the names of its files. */
async function aFilledAgency(marker: string, idsFrom: number) {
  const filled = await fillEveryTable(db, { marker, idsFrom });
  await db.pool.query('delete from data_exports where agency_id = $1', [filled.agencyId]);
  const bytes = new Map(filled.objects.filter((name) => !name.startsWith('export-') && !name.includes('dropped')).map((name) => [name, Buffer.from(`bytes of ${name}`)]));
  for (const [name, body] of bytes) await storage.put(name, body, { contentType: 'image/png', sizeBytes: body.length });
  return { ...filled, bytes, owner: await aPerson(db, { role: 'owner', agencyId: filled.agencyId, name: `${marker} person` }) };
}

const rows = z.array(z.record(z.string(), z.unknown()));

test('every table with rows of agencies is in the file, or in the list of those that are not, with a reason', async () => {
  const { owner, marker } = await aFilledAgency('acme', 7_000_000_000_000);
  await aFilledAgency('bravo', 8_000_000_000_000);
  const { zip } = await download(owner);
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'agency_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const names = [...tables.map(({ name }) => name), 'agencies'];
  assert.ok(names.length > 20);
  for (const name of names) {
    if (skippedTables.has(name)) {
      assert.ok((skippedTables.get(name) ?? '').length > 20, `${name} is left out without a reason`);
      continue;
    }
    const own = rows.parse(JSON.parse(zip.text(`data/${name}.json`)));
    assert.ok(own.length > 0, `${name} is empty in the file`);
  }
  assert.deepEqual([...skippedTables.keys()].filter((name) => !names.includes(name)), [], 'a skipped table that is not there');
  const everything = zip.names.map((name) => `${name}\n${zip.bytes(name).toString('latin1')}`).join('\n');
  assert.match(everything, new RegExp(`${marker}-users-name`));
  assert.doesNotMatch(everything, /bravo/);
});

test('no secret is in the file: no key, hash, code or token, by the values and by the names of columns', async () => {
  const { owner, marker } = await aFilledAgency('gamma', 9_000_000_000_000);
  const { zip } = await download(owner);
  const everything = zip.names.filter((name) => /\.(json|html)$/.test(name)).map((name) => zip.text(name)).join('\n');
  const tables = await db.asSystem(listTables);
  const hidden = tables.flatMap((table) => table.hidden.map((column) => `${table.name}.${column}`));
  for (const column of [
    'users.password_hash', 'users.email_elsewhere', 'social_accounts.credentials', 'social_accounts.credentials_before', 'sessions.token_hash', 'login_links.token_hash',
    'second_factors.secret', 'recovery_codes.code_hash', 'connect_links.token_hash', 'deliveries.remote_ids', 'attempts.remote_ids', 'data_exports.ticket_hash', 'data_exports.object_name',
  ]) assert.ok(hidden.includes(column), `${column} would be exported`);
  for (const column of hidden) {
    const word = `${marker}-${column.replace('.', '-')}`.replaceAll('_', '-');
    assert.equal(everything.includes(word), false, `the value of ${column} is in the file`);
    assert.equal(everything.includes(Buffer.from(word).toString('hex')), false, `the bytes of ${column} are in the file`);
  }
  assert.equal(isHidden({ name: 'api_secret', type: 'text' }) && isHidden({ name: 'anything', type: 'bytea' }), true);
  assert.equal(['name', 'email', 'membership', 'message', 'description', 'post_id', 'post_url', 'details', 'sha256'].some((name) => isHidden({ name, type: 'text' })), false);
});

test('files are in it as they were stored, and what storage has lost is named', async () => {
  const { owner, marker, bytes } = await aFilledAgency('delta', 10_000_000_000_000);
  const { zip } = await download(owner);
  const name = `${marker}-files-name`;
  assert.deepEqual(zip.bytes(`media/${name}`), bytes.get(name));
  assert.deepEqual(zip.bytes(`media/thumbnails/${marker}-files-thumbnail-name`), bytes.get(`${marker}-files-thumbnail-name`));
  assert.deepEqual([(await latest(owner))?.files, (await latest(owner))?.missing], [1, 0]);
  await storage.delete(name);
  const again = await download(owner);
  assert.equal(again.zip.text('media/missing.txt'), `${name}\n`);
  assert.match(again.zip.text('index.html'), /1 of the files could not be found/);
  assert.deepEqual([(await latest(owner))?.files, (await latest(owner))?.missing], [0, 1]);
});

test('a person can read it without the internet: clients, streams with pictures, schedules, posts, team, resellers, activity', async () => {
  const { owner } = server;
  await db.pool.query(`update users set membership = 'dfy__unlimited' where id = $1`, [owner.id]);
  await db.pool.query(`update agencies set name = 'Sunrise <Agency>' where id = $1`, [owner.agencyId]);
  const client = await aClient(db, owner, { name: 'Bakery & <script>alert(1)</script>' });
  await aMember(db, owner, { name: 'Mia Member' });
  await server.ask('reseller', { name: 'Rita Reseller', email: 'rita@example.test', password: 'Sunny-Day1!' });
  const account = await db.asSystem((tx) => tx.insertInto('social_accounts').values({
    agency_id: owner.agencyId, user_id: client.id, network: 'telegram', external_id: '1', username: 'Bakery News', credentials: 'v1.sealed', profile: JSON.stringify({ url: 'https://t.me/bakery' }),
  }).returning('id').executeTakeFirstOrThrow());
  const stream = await aTextStream(server, ['Croissants'], 'Words of the week');
  const pictures = await aStream(server, 'image', 'Pictures');
  const png = await aPicture('png');
  await server.upload('stream', { content_stream_id: pictures.id }, { field: 'stream', name: 'photo.png', bytes: png });
  const { id: schedule } = await server.ask('save-scheduler', {
    user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account.id], schedule_date: '2026-07-01', hours: '10', minutes: '00', timezone: 'Europe/Berlin', re_purpose: 0, schedule_type: 'daily',
  });
  await db.pool.query(`update deliveries set state = 'published', post_url = 'https://t.me/bakery/7', published_at = $2 where schedule_id = $1`, [schedule, clock.now]);
  await db.pool.query(`insert into engagements (delivery_id, agency_id, account_id, published_at, likes, read_at) select id, agency_id, account_id, published_at, 12, published_at from deliveries where schedule_id = $1`, [schedule]);

  const { zip, response } = await download(owner);
  const index = zip.text('index.html');
  assert.match(index, /All data of Sunrise &#60;Agency&#62;/);
  assert.match(index, /Rita Reseller/);
  for (const [, address = ''] of index.matchAll(/href="([^"]+)"/g)) assert.ok(zip.names.includes(address), `${address} leads nowhere`);
  const pages = zip.names.filter((name) => name.endsWith('.html'));
  for (const page of pages) {
    const text = zip.text(page);
    assert.doesNotMatch(text, /<script|https?:\/\/(?!t\.me)/, `${page} needs the internet or runs something`);
    for (const [, address = ''] of text.matchAll(/(?:src|href)="((?:\.\.\/)?[\w./-]+)"/g)) {
      const target = new URL(address, `file:///${page}`).pathname.slice(1);
      assert.ok(zip.names.includes(target), `${page}: ${address} leads nowhere`);
    }
  }
  const clients = zip.text('pages/clients-1.html');
  assert.match(clients, /Bakery &#38; &#60;script&#62;/);
  assert.match(clients, /<a href="https:\/\/t\.me\/bakery" rel="noreferrer">Bakery News<\/a> on Telegram/);
  const streams = zip.text('pages/streams-1.html');
  assert.match(streams, /Words of the week[\s\S]*Croissants/);
  assert.match(streams, /<img alt="[^"]*" loading="lazy" src="\.\.\/media\/thumbnails\/[\w.]+">/);
  assert.match(zip.text('pages/schedules-1.html'), /2026-07-01 10:00 \(Europe\/Berlin\)[\s\S]*1 of 1 posted/);
  assert.match(zip.text('pages/posts-1.html'), /On Croissants[\s\S]*https:\/\/t\.me\/bakery\/7[\s\S]*12 likes, 24 points/);
  assert.match(zip.text('pages/team-1.html'), /Mia Member/);
  assert.match(zip.text('pages/activity-1.html'), /Created the reseller account “Rita Reseller”/);
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="agencyreel-data-2026-06-01.zip"');
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});

test('tables and pages are of one moment, though work goes on meanwhile', async () => {
  const { owner, agencyId } = await aFilledAgency('epsilon', 11_000_000_000_000);
  const path = join(services.config.dataDir, 'snapshot.zip');
  const seen: string[] = [];
  await writeExport(services, {
    agencyId, path, now: clock.now, signal,
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

test('one is made at a time; a cancelled one stops, leaves nothing, and can be asked for again', async () => {
  const { owner, agencyId } = await aFilledAgency('zeta', 12_000_000_000_000);
  const as = { as: owner };
  const { id } = await server.ask('download-user-data', {}, as);
  assert.deepEqual([(await server.call('download-user-data', {}, as)).message, (await latest(owner))?.state], [messages.exportRunning, 'waiting']);
  assert.equal((await server.call('cancel-data-export', { id }, as)).message, messages.exportCancelled);
  await run(id);
  assert.deepEqual([(await latest(owner))?.state, (await server.call('cancel-data-export', { id }, as)).message], ['cancelled', messages.exportNotRunning]);

  const second = await server.ask('download-user-data', {}, as);
  const copying = { ...services, storage: { ...storage, open: async (name: string) => {
    await server.call('cancel-data-export', { id: second.id }, as);
    return storage.open(name);
  } } };
  await exportData(copying)({ exportId: second.id }, context);
  assert.equal((await latest(owner))?.state, 'cancelled');
  const { rows: [row] } = await db.pool.query<{ object_name: string | null }>('select object_name from data_exports where id = $1', [second.id]);
  assert.equal(row?.object_name, null);
  assert.deepEqual(readdirSync(join(services.config.dataDir, 'tmp')).filter((name) => name.startsWith('export-')), []);
  const { rows: [mails] } = await db.pool.query<{ count: string }>(`select count(*) from pgboss.job where name = 'send-mail' and data ->> 'agencyId' = $1`, [agencyId]);
  assert.equal(mails?.count, '0');
});

test('progress is written down as it goes, and a run after a vanished worker begins again and is the one that counts', async () => {
  const { owner } = await aFilledAgency('eta', 13_000_000_000_000);
  const { id } = await server.ask('download-user-data', {}, { as: owner });
  const reached: (number | undefined)[] = [];
  const vanishing = { ...services, storage: { ...storage, open: async () => {
    reached.push((await latest(owner))?.percent);
    return new Promise<never>(() => {}); // the worker is gone
  } } };
  void exportData(vanishing)({ exportId: id }, context);
  while (reached.length === 0) await new Promise((resolve) => { setImmediate(resolve); });
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.step], ['running', 'pages']);
  assert.ok((reached[0] ?? 0) >= 15);
  await run(id, { retryCount: 1 });
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.percent], ['ready', 100]);
});

test('a failure is told once no try is left, and another can be asked for', async () => {
  const { owner } = await aFilledAgency('theta', 14_000_000_000_000);
  const { id } = await server.ask('download-user-data', {}, { as: owner });
  const broken = { ...services, storage: { ...storage, put: () => Promise.reject(new Error('the disk is full')) } };
  await assert.rejects(exportData(broken)({ exportId: id }, context), /disk is full/);
  assert.equal((await latest(owner))?.state, 'running');
  await assert.rejects(exportData(broken)({ exportId: id }, { ...context, retryCount: 3 }), /disk is full/);
  assert.deepEqual([(await latest(owner))?.state, (await latest(owner))?.message], ['failed', messages.exportFailed]);
  await download(owner);
});

test('a download that nobody works at any more is given up, so that another can be asked for', async () => {
  const { owner } = await aFilledAgency('iota', 15_000_000_000_000);
  await server.ask('download-user-data', {}, { as: owner });
  clock.now = new Date(clock.now.getTime() + 27 * 3_600_000);
  await tidy();
  assert.equal((await latest(owner))?.state, 'failed');
  assert.equal((await server.call('download-user-data', {}, { as: owner })).code, 200);
});

test('the file is for the owner’s session alone, for ten minutes an address, in parts as well', async () => {
  const { owner, agencyId } = await aFilledAgency('kappa', 16_000_000_000_000);
  const { id, url, zip } = await download(owner);
  assert.ok(zip.names.length > 20);
  const part = await server.send(url, { headers: { range: 'bytes=0-3' } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')], [206, 'PK\u0003\u0004']);
  assert.equal((await server.send(url, { headers: { range: 'bytes=99999999-' } })).status, 416);
  const { rows: [row] } = await db.pool.query<{ object_name: string }>('select object_name from data_exports where id = $1', [id]);
  assert.equal((await server.send(`/files/${row?.object_name}`)).status, 404);
  assert.equal((await server.send('/exports/nonsense')).status, 404);

  for (const as of [await anotherAgency(db), null]) assert.equal((await server.call('download-data-export', { id }, { as })).code, as === null ? 401 : 404);
  for (const role of ['member', 'client'] as const) {
    const as = await aPerson(db, { role, agencyId });
    for (const name of ['fetch-account-data', 'download-user-data', 'disable-account', 'preview-deletion'] as const) assert.equal((await server.call(name, {}, { as })).code, 403);
    assert.equal((await server.call('download-data-export', { id }, { as })).code, 403);
  }
  const other = await server.ask('download-data-export', { id }, { as: owner });
  assert.equal((await server.send(url)).status, 404, 'an earlier address ends with a later one');
  clock.now = new Date(clock.now.getTime() + 11 * 60_000);
  assert.equal((await server.send(other.url)).status, 404);
  const { url: ending } = await server.ask('download-data-export', { id }, { as: owner });
  await db.pool.query('update sessions set expires_at = $2 where user_id = $1', [owner.id, clock.now]);
  assert.equal((await server.send(ending)).status, 404, 'a session whose time is over takes its address with it');
  await db.pool.query('update sessions set expires_at = $2 where user_id = $1', [owner.id, new Date(clock.now.getTime() + 86_400_000)]);
  const { url: last } = await server.ask('download-data-export', { id }, { as: owner });
  await db.pool.query('delete from sessions where user_id = $1', [owner.id]);
  assert.equal((await server.send(last)).status, 404, 'whoever has signed out downloads nothing');
});

test('a week later, or once a later one is ready, the file is gone from storage and said to be', async () => {
  const { owner } = await aFilledAgency('lambda', 17_000_000_000_000);
  const objectOf = async (id: string) => (await db.pool.query<{ object_name: string | null }>('select object_name from data_exports where id = $1', [id])).rows[0]?.object_name;
  const first = await download(owner);
  const firstObject = await objectOf(first.id);
  const second = await download(owner);
  const secondObject = await objectOf(second.id);
  await tidy();
  assert.deepEqual([await storage.open(firstObject ?? ''), await objectOf(first.id), (await latest(owner))?.state], [null, null, 'ready']);
  clock.now = new Date(clock.now.getTime() + 7 * 86_400_000);
  assert.equal((await server.call('download-data-export', { id: second.id }, { as: owner })).message, messages.exportGone);
  await tidy();
  assert.deepEqual([await storage.open(secondObject ?? ''), (await latest(owner))?.state], [null, 'expired']);
});

test('the owner gets a mail that leads to the page and not to the file, and the log has every step', async () => {
  const { owner, agencyId } = await aFilledAgency('omega', 18_000_000_000_000);
  await download(owner);
  const { rows: [mail] } = await db.pool.query<{ data: Record<string, string> }>(`select data from pgboss.job where name = 'send-mail' and data ->> 'agencyId' = $1 and data ->> 'subject' like 'Your data%'`, [agencyId]);
  assert.match(mail?.data['text'] ?? '', /\/account-data\n/);
  assert.doesNotMatch(mail?.data['text'] ?? '', /exports\//);
  const { rows: deeds } = await db.pool.query<{ action: string }>(`select action from audit_entries where agency_id = $1 and action like 'data-export-%' order by id`, [agencyId]);
  assert.deepEqual(deeds.map(({ action }) => action), ['data-export-started', 'data-export-ready', 'data-export-downloaded']);
});
