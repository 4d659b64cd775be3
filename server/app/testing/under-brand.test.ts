/** What the product sends to the people of a brand: its bytes name the brand, and neither us nor our host. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { exportData } from '../account-data/export-data.job.ts';
import { fillEveryTable } from '../account-data/testing-fill.ts';
import { readZip } from '../account-data/testing-zip.ts';
import { mailReports } from '../../insights/reports/mail-reports.job.ts';
import { makeReportPdf } from '../../insights/reports/make-report-pdf.job.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { wordsOfPdf } from './pdf-words.ts';
import { aPostbox, sendQueued, type ReceivedMail } from './postbox.ts';
import { aClient, anOwner, aPerson, aServer } from './server.ts';

const postbox = await aPostbox();

const clock = { now: new Date('2026-07-01T12:00:00Z') };
const server = await aServer({
  clock: () => clock.now,
  config: {
    smtpUrl: postbox.smtpUrl,
    publicUrl: 'https://app.our-host.example',
    mailFrom: 'AgencyReel <post@mails.example>',
  },
});
const { db, services } = server;
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };
const password = 'Sunny-Day1!';
const seller = await anOwner(db, { membership: 'enterprise__unlimited' });
await db.pool.query(
  `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
   values ($1, 'Bright', '#112233', '#445566', 'bright.example', 'proof', 'active', now())`,
  [seller.agencyId],
);

/** A buyer's agency of the brand, with a client. */
async function aBuyer() {
  const owner = await anOwner(db, { password, isWhiteLabel: true, membership: 'dfy__enterprise__unlimited' });
  await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [seller.agencyId, owner.agencyId]);
  return { owner, client: await aClient(db, owner, { name: 'Old Mill' }) };
}

const ours = /agency\s?reel|our-host/i;
const linesWithUs = (text: string): string[] => text.split('\n').filter((line) => ours.test(line));

/** Sends the queued mails, and answers each with its words readable. */
async function deliver(): Promise<ReceivedMail[]> {
  await sendQueued(services);
  return postbox.take();
}

describe('a mail under a brand', () => {
  test('a mail comes from the brand, and never names us or links to our host', async () => {
    const { owner, client } = await aBuyer();
    await server.ask('forgot-password', { email: owner.email }, { as: null });
    const added = { name: 'New', email: 'new@mill.example', password, earning: 5, send: true };
    await server.ask('add-app-client', added, { as: owner });
    await server.ask('make-connect-link', { client_id: client.id, send: true }, { as: owner });
    const changed = { password, new_password: 'Rainy-Day2?!', confirm_password: 'Rainy-Day2?!' };
    await server.ask('profile', changed, { as: owner });
    await server.ask('download-user-data', {}, { as: owner });
    const { rows } = await db.pool.query<{ id: string }>('select id from data_exports where agency_id = $1', [
      owner.agencyId,
    ]);
    await exportData(services)({ exportId: rows[0]?.id ?? '' }, context);
    await server.ask('save-report-settings', { id: client.id, posts_a_week: null, mail_monthly: true }, { as: owner });
    const atOnce = await deliver();
    clock.now = new Date('2026-08-01T12:00:00Z');
    await mailReports(services)({}, context);
    const sent = [...atOnce, ...(await deliver())];
    assert.deepEqual(new Set(sent.map(({ from }) => from)), new Set(['Bright <post@mails.example>']));
    assert.deepEqual(
      sent.map(({ subject }) => subject.replace(/^.+ asks/, 'An agency asks')).sort(),
      [
        'An agency asks you to connect your accounts',
        'Reset your Bright password',
        'Your Bright password has been changed',
        'Your account at Bright',
        'Your data from Bright is ready',
        'Your report for July 2026',
      ].sort(),
    );
    assert.deepEqual(
      sent.flatMap(({ raw, words }) => [...linesWithUs(raw), ...linesWithUs(words)]),
      [],
    );
  });
});

describe('a file under a brand', () => {
  test('a report as PDF carries the brand and links to its host', async () => {
    const { owner, client } = await aBuyer();
    const month = { id: client.id, month: '06', year: '2026' };
    await server.ask('make-report-link', month, { as: owner });
    const { id } = await server.ask('make-report-pdf', month, { as: owner });
    await makeReportPdf(services)({ pdfId: id }, context);
    const { url } = await server.ask('download-report-pdf', { id }, { as: owner });
    const pdf = Buffer.from(await (await server.send(url)).arrayBuffer());
    const words = wordsOfPdf(pdf);
    assert.match(words, /Bright/);
    assert.deepEqual([...linesWithUs(words), ...linesWithUs(pdf.toString('latin1'))], []);
  });

  test('a download of all data of an agency does not name us', async () => {
    const filled = await fillEveryTable(db, { marker: 'bright', idsFrom: 21_000_000_000_000 });
    await db.pool.query('delete from data_exports where agency_id = $1', [filled.agencyId]);
    await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [seller.agencyId, filled.agencyId]);
    const owner = await aPerson(db, { role: 'owner', agencyId: filled.agencyId });
    const { id } = await server.ask('download-user-data', {}, { as: owner });
    await exportData(services)({ exportId: id }, context);
    const { url } = await server.ask('download-data-export', { id }, { as: owner });
    const response = await server.send(url);
    assert.doesNotMatch(response.headers.get('content-disposition') ?? '', ours);
    const path = join(services.config.dataDir, 'all.zip');
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const zip = readZip(path);
    const found = zip.names.flatMap((name) =>
      [name, ...linesWithUs(zip.text(name))].filter((line) => ours.test(line)).map((line) => `${name}: ${line}`),
    );
    assert.deepEqual(found, []);
  });

  test('a CSV file does not name us', async () => {
    const { owner, client } = await aBuyer();
    const month = '2026-06';
    const files = [
      await server.ask('export-activity', { timezone: 'UTC' }, { as: owner }),
      await server.ask('export-ledger', { month, timezone: 'UTC', what: 'figures' }, { as: owner }),
      await server.ask('export-ledger', { month, timezone: 'UTC', what: 'deliveries' }, { as: owner }),
      await server.ask('export-report', { id: client.id, month: '06', year: '2026' }, { as: owner }),
      await server.ask('export-licences', {}, { as: owner }),
      await server.ask('export-profits', { month, timezone: 'UTC' }, { as: owner }),
    ];
    for (const { file_name: name, csv } of files) assert.deepEqual(linesWithUs(`${name}\n${csv}`), []);
  });
});

describe('an answer under a brand', () => {
  test('the upgrade has the brand’s name', async () => {
    const { owner } = await aBuyer();
    const { panels } = await server.ask('fetch-upgrades', {}, { as: owner });
    assert.equal(panels.find(({ name }) => name === 'rebranding')?.title, 'Bright Rebranding');
    assert.deepEqual(linesWithUs(JSON.stringify(panels)), []);
    const own = await server.ask('fetch-upgrades', {}, { as: await anOwner(db, { membership: 'enterprise__dfy' }) });
    assert.equal(own.panels.find(({ name }) => name === 'rebranding')?.title, 'AgencyReel Rebranding');
  });

  for (const kind of ['image', 'video', 'music', 'meme', 'quote', 'font'] as const)
    test(`built-in material (${kind}) does not name us`, async () => {
      const { owner } = await aBuyer();
      const keyword = kind === 'font' ? 'sans' : 'love';
      const found = await server.ask('search-media', { keyword, search_type: kind }, { as: owner });
      assert.ok(found.length > 0);
      assert.deepEqual(linesWithUs(JSON.stringify(found)), []);
    });

  test('a link to pass on points to the brand’s host', async () => {
    const { owner, client } = await aBuyer();
    const { url } = await server.ask('make-connect-link', { client_id: client.id }, { as: owner });
    assert.match(url ?? '', /^https:\/\/bright\.example\/connect\//);
  });

  test('a calendar address and the calendar itself point to the brand’s host', async () => {
    const { owner, client } = await aBuyer();
    const as = { as: owner };
    const [stream] = await server.ask('content-stream', { type: 'text', title: 'Words', description: 'Words' }, as);
    const streamId = stream?.id ?? '';
    await server.ask('text-stream', { content_stream_id: streamId, description: '[{"value":"Words"}]' }, as);
    const accounts = [await anAccount(server, client)];
    const order = anOrder({ user_client_id: client.id, content_stream_id: streamId, social_accounts: accounts });
    await server.ask('save-scheduler', { ...order, schedule_date: '2026-08-20' }, as);
    const { url } = await server.ask('make-calendar-feed', { client_id: 'all' }, as);
    assert.match(url, /^https:\/\/bright\.example\/calendar\//);
    const calendar = await (await server.send(new URL(url).pathname)).text();
    assert.match(calendar, /URL:https:\/\/bright\.example\/schedule-detail\//);
    assert.deepEqual(linesWithUs(calendar), []);
  });
});
