import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aPicture, aStream, aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember } from '../testing/server.ts';
import { isHidden, listTables, skippedTables } from './tables.ts';
import { anExportStage } from './testing-export.ts';

const { aFilledAgency, clock, db, download, latest, rows, server, storage } = await anExportStage();

test('every table with rows of agencies is in the file, or is listed with a reason why not', async () => {
  const { owner, marker } = await aFilledAgency('acme', 7_000_000_000_000);
  await aFilledAgency('bravo', 8_000_000_000_000);
  const { zip } = await download(owner);
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'agency_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
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
  assert.deepEqual(
    [...skippedTables.keys()].filter((name) => !names.includes(name)),
    [],
    'a skipped table that does not exist',
  );
  const everything = zip.names.map((name) => `${name}\n${zip.bytes(name).toString('latin1')}`).join('\n');
  assert.match(everything, new RegExp(`${marker}-users-name`));
  assert.doesNotMatch(everything, /bravo/);
});

test('the file holds no key, hash, code or token, checked by values and by column names', async () => {
  const { owner, marker } = await aFilledAgency('gamma', 9_000_000_000_000);
  const { zip } = await download(owner);
  const everything = zip.names
    .filter((name) => /\.(json|html)$/.test(name))
    .map((name) => zip.text(name))
    .join('\n');
  const tables = await db.asSystem(listTables);
  const hidden = tables.flatMap((table) => table.hidden.map((column) => `${table.name}.${column}`));
  for (const column of [
    'users.password_hash',
    'users.email_elsewhere',
    'social_accounts.credentials',
    'social_accounts.credentials_before',
    'sessions.token_hash',
    'login_links.token_hash',
    'second_factors.secret',
    'recovery_codes.code_hash',
    'connect_links.token_hash',
    'calendar_feeds.token_hash',
    'deliveries.remote_ids',
    'attempts.remote_ids',
    'data_exports.ticket_hash',
    'data_exports.object_name',
  ])
    assert.ok(hidden.includes(column), `${column} would be exported`);
  for (const column of hidden) {
    const word = `${marker}-${column.replace('.', '-')}`.replaceAll('_', '-');
    assert.equal(everything.includes(word), false, `the value of ${column} is in the file`);
    assert.equal(
      everything.includes(Buffer.from(word).toString('hex')),
      false,
      `the bytes of ${column} are in the file`,
    );
  }
  assert.equal(isHidden({ name: 'api_secret', type: 'text' }) && isHidden({ name: 'anything', type: 'bytea' }), true);
  assert.equal(
    ['name', 'email', 'membership', 'message', 'description', 'post_id', 'post_url', 'details', 'sha256'].some((name) =>
      isHidden({ name, type: 'text' }),
    ),
    false,
  );
});

test('the file holds media as it was stored, and names media that storage has lost', async () => {
  const { owner, marker, bytes } = await aFilledAgency('delta', 10_000_000_000_000);
  const { zip } = await download(owner);
  const name = `${marker}-files-name`;
  assert.deepEqual(zip.bytes(`media/${name}`), bytes.get(name));
  assert.deepEqual(
    zip.bytes(`media/thumbnails/${marker}-files-thumbnail-name`),
    bytes.get(`${marker}-files-thumbnail-name`),
  );
  assert.deepEqual([(await latest(owner))?.files, (await latest(owner))?.missing], [1, 0]);
  await storage.delete(name);
  const again = await download(owner);
  assert.equal(again.zip.text('media/missing.txt'), `${name}\n`);
  assert.match(again.zip.text('index.html'), /1 of the files could not be found/);
  assert.deepEqual([(await latest(owner))?.files, (await latest(owner))?.missing], [0, 1]);
});

test('the pages can be read offline: clients, streams, schedules, posts, team, resellers, activity', async () => {
  const { owner } = server;
  await db.pool.query(`update users set membership = 'dfy__unlimited' where id = $1`, [owner.id]);
  await db.pool.query(`update agencies set name = 'Sunrise <Agency>' where id = $1`, [owner.agencyId]);
  const client = await aClient(db, owner, { name: 'Bakery & <script>alert(1)</script>' });
  await aMember(db, owner, { name: 'Mia Member' });
  await server.ask('reseller', { name: 'Rita Reseller', email: 'rita@example.test', password: 'Sunny-Day1!' });
  const account = await db.asSystem((tx) =>
    tx
      .insertInto('social_accounts')
      .values({
        agency_id: owner.agencyId,
        user_id: client.id,
        network: 'telegram',
        external_id: '1',
        username: 'Bakery News',
        credentials: 'v1.sealed',
        profile: JSON.stringify({ url: 'https://t.me/bakery' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const stream = await aTextStream(server, ['Croissants'], 'Words of the week');
  const pictures = await aStream(server, 'image', 'Pictures');
  const png = await aPicture('png');
  await server.upload('stream', { content_stream_id: pictures.id }, { field: 'stream', name: 'photo.png', bytes: png });
  const { id: schedule } = await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id: stream.id,
    social_accounts: [account.id],
    schedule_date: '2026-07-01',
    hours: '10',
    minutes: '00',
    timezone: 'Europe/Berlin',
    re_purpose: 0,
    schedule_type: 'daily',
  });
  await db.pool.query(
    `update deliveries set state = 'published', post_url = 'https://t.me/bakery/7', published_at = $2
      where schedule_id = $1`,
    [schedule, clock.now],
  );
  await db.pool.query(
    `insert into engagements (delivery_id, agency_id, account_id, published_at, likes, read_at) select id, agency_id,
      account_id, published_at, 12, published_at from deliveries where schedule_id = $1`,
    [schedule],
  );

  const { zip, response } = await download(owner);
  const index = zip.text('index.html');
  assert.match(index, /All data of Sunrise &#60;Agency&#62;/);
  assert.match(index, /Rita Reseller/);
  for (const [, address = ''] of index.matchAll(/href="([^"]+)"/g))
    assert.ok(zip.names.includes(address), `${address} leads nowhere`);
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
  assert.match(
    zip.text('pages/posts-1.html'),
    /On Croissants[\s\S]*https:\/\/t\.me\/bakery\/7[\s\S]*12 likes, 24 points/,
  );
  assert.match(zip.text('pages/team-1.html'), /Mia Member/);
  assert.match(zip.text('pages/activity-1.html'), /Created the reseller account “Rita Reseller”/);
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="agencyreel-data-2026-06-01.zip"');
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
});
