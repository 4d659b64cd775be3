import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Input } from '#contract/index.ts';
import { ledgerBuckets } from '#rules/ledger.ts';
import { dollars } from '#rules/money.ts';
import { profitWords } from '#rules/report-words.ts';
import { jobs } from '../../base/jobs.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anotherAgency, aPerson, aServer } from '../../app/testing/server.ts';
import { mailReports } from './mail-reports.job.ts';
import { makeReportPdf } from './make-report-pdf.job.ts';
import { tidyReports } from './tidy-reports.job.ts';

const clock = { now: new Date('2026-05-20T10:00:00Z') };
const server = await aServer({ clock: () => clock.now });
const { db, owner } = server;
const query = (text: string, values: unknown[] = []) => db.pool.query<Record<string, unknown>>(text, values);
await query(`update users set membership = 'enterprise__unlimited' where id = $1`, [owner.id]);
const client = await aClient(db, owner, { name: 'Bäckerei Müller' });
const june = { id: client.id, month: '06', year: '2026' } as const;
const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };

const titles = Array.from({ length: 10 }, (_, at) => `Post ${at}`);
const accounts = [await anAccount(server, client), await anAccount(server, client, 'facebook', 'page')];
const stream = await aTextStream(server, titles);
await server.ask('save-scheduler', {
  ...anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: accounts }),
  schedule_date: '2026-05-29',
});

/** Puts the deliveries of one item into a state, as the worker would. */
async function settle(title: string, set: string): Promise<void> {
  await query(
    `update deliveries d set ${set}, next_at = 'infinity', finished_at = d.due_at, published_at = case
       when ${/'published'/.test(set)} then d.due_at end
     from occurrences o join items i on i.id = o.item_id where d.occurrence_id = o.id and i.title = 'On ' || $1`,
    [title],
  );
}
await settle('Post 3', `state = 'published', post_id = 'p' || d.id, post_url = 'https://t.me/feed/3'`);
await settle('Post 4', `state = 'failed', message = 'The network said no'`);
await settle('Post 5', `state = 'missed', message = 'Nobody was there'`);
await settle('Post 6', `state = 'published', post_id = null, post_url = 'https://t.me/feed/6'`);
await settle('Post 7', `state = 'published', post_id = 'p' || d.id, post_url = 'https://t.me/feed/7'`);
await query(
  `insert into engagements (delivery_id, agency_id, account_id, published_at, read_at, likes, comments)
   select id, agency_id, account_id, published_at, $1, 10, 1 from deliveries
   where network = 'facebook' and post_id is not null`,
  [new Date('2026-06-10T08:00:00Z')],
);
await query(
  `insert into engagement_readings (delivery_id, agency_id, at, likes, comments)
   select delivery_id, agency_id, hours.at, hours.likes, 1 from engagements,
     (values (timestamptz '2026-06-08T08:00Z', 4), ('2026-06-10T08:00Z', 10)) hours (at, likes)`,
);
clock.now = new Date('2026-07-01T04:00:00Z');

test('the counts of a month with failed, missed and by-hand posts equal those of the ledger', async () => {
  const report = await server.ask('client-report', june);
  const ledger = await server.ask('fetch-ledger', { month: '2026-06', timezone: 'Europe/Berlin' });
  const own = ledger.clients.find(({ id }) => id === client.id);
  assert.ok(own !== undefined);
  const { id: _id, name: _name, ...counts } = own;
  assert.deepEqual(report.ledger, counts);
  assert.equal(report.adds_up, true);
  assert.deepEqual(report.ledger, {
    planned: 14,
    published: 6,
    failed: 2,
    missed: 2,
    cancelled: 0,
    uncertain: 0,
    waiting: 4,
  });
  for (const bucket of ledgerBuckets)
    assert.equal(report.scheduler.filter((post) => post.place === bucket).length, counts[bucket], bucket);
  assert.equal(report.by_hand, 2);
  assert.deepEqual([report.before.month, report.before.ledger.planned], ['2026-05', 6]);
  assert.deepEqual(report.reasons, [
    { place: 'failed', message: 'The network said no', count: 2 },
    { place: 'missed', message: 'Nobody was there', count: 2 },
  ]);
});

test('the month is that of the client’s zone', async () => {
  await query(`update schedules set timezone = 'Pacific/Auckland' where user_client_id = $1`, [client.id]);
  const { scheduler, timezone } = await server.ask('client-report', june);
  assert.deepEqual([timezone, scheduler[0]?.local], ['Pacific/Auckland', '2026-06-01 19:30']);
  await query(`update schedules set timezone = 'Europe/Berlin' where user_client_id = $1`, [client.id]);
});

test('a figure shows the readings it comes from, and their times', async () => {
  const { engagement, networks, scheduler } = await server.ask('client-report', june);
  assert.deepEqual(
    [engagement?.points, engagement?.measured, engagement?.unmeasured, engagement?.last_read_at],
    [46, 2, 4, '2026-06-10T08:00:00.000Z'],
  );
  assert.deepEqual(
    engagement?.days.map(({ day, points }) => [day, points]),
    [
      ['2026-06-08', 22],
      ['2026-06-10', 46],
    ],
  );
  assert.deepEqual(
    networks.map(({ type, published, points }) => [type, published, points]),
    [
      ['facebook', 3, 46],
      ['telegram', 3, null],
    ],
  );
  assert.deepEqual(
    scheduler.filter(({ points }) => points !== null).map(({ read_at: at }) => at),
    ['2026-06-10T08:00:00.000Z', '2026-06-10T08:00:00.000Z'],
  );
  assert.deepEqual(engagement?.best_hours, [], 'two posts are too few to compare hours');
});

test('a report needs a plan with reports, and its engagement needs the unlimited plan', async () => {
  await query(`update users set membership = 'enterpriselite' where id = $1`, [owner.id]);
  const report = await server.ask('client-report', june);
  assert.equal(report.engagement, null);
  assert.ok(report.scheduler.every(({ points, likes }) => points === null && likes === null));
  await query(`update users set membership = 'dfy__unlimited' where id = $1`, [owner.id]);
  assert.equal((await server.call('client-report', june)).code, 403);
  await query(`update users set membership = 'enterprise__unlimited' where id = $1`, [owner.id]);
});

test('a contract counts published items, not the accounts they went to', async () => {
  assert.equal((await server.ask('client-report', june)).contract, null);
  await server.ask('save-report-settings', { id: client.id, posts_a_week: 7, mail_monthly: false });
  const { contract } = await server.ask('client-report', june);
  assert.deepEqual([contract?.agreed, contract?.delivered], [30, 3]);
  assert.deepEqual(contract?.weeks[0], { from: '2026-06-01', to: '2026-06-07', days: 7, agreed: 7, delivered: 3 });
});

test('months that do not exist, are before 2021 or have not begun are refused', async () => {
  const ask = (month: string, year: string) => server.call('client-report', { id: client.id, month, year });
  for (const [month, year] of [
    ['13', '2026'],
    ['00', '2026'],
    ['01', '2020'],
    ['08', '2026'],
    ['01', '2027'],
  ] as const)
    assert.equal((await ask(month, year)).code, 422, `${year}-${month}`);
  assert.equal((await ask('7', '2026')).code, 200);
});

test('texts stay, the next month has the same sections, and a save over another one’s is refused', async () => {
  const { version, sections } = await server.ask('client-report', june);
  const moved = [...sections.slice(1), { id: 'introduction', on: false } as const];
  const written = { ...june, introduction: 'Dear bakers', closing: 'See you', sections: moved };
  await server.ask('save-report', { ...written, version });
  const kept = await server.ask('client-report', june);
  assert.deepEqual([kept.introduction, kept.closing, kept.sections], ['Dear bakers', 'See you', moved]);
  assert.equal((await server.call('save-report', { ...written, closing: 'Other', version })).code, 409);
  const next = await server.ask('client-report', { ...june, month: '07' });
  assert.deepEqual([next.introduction, next.sections], ['', moved]);
  await server.ask('save-report', { ...written, sections });
});

test('profit is one line that only the owner can add, for that month alone', async () => {
  const { sections, profit, version } = await server.ask('client-report', june);
  assert.equal(profit, null);
  assert.deepEqual(
    sections.filter(({ on }) => !on),
    [{ id: 'profit', on: false }],
  );
  const amounts = { month: '2026-06', paid_cents: 150_000, minutes: 300, costs_cents: 20_000 };
  await server.ask('save-profit', { id: client.id, ...amounts });
  const wished = sections.map(({ id }) => ({ id, on: true }));
  const written = { ...june, introduction: '', closing: '', sections: wished, version };
  const member = await aPerson(db, { role: 'member', agencyId: owner.agencyId, membership: 'enterprise__unlimited' });
  assert.equal((await server.call('save-report', written, { as: member })).code, 403);
  await server.ask('save-report', written);
  const shown = await server.ask('client-report', june, { as: member });
  assert.ok(shown.profit !== null);
  assert.equal(
    profitWords(shown.profit),
    `$1,500 paid, $200 of costs: $1,300 left, $260 for each of 5 hours of work, ` +
      `${dollars(Math.round(130_000 / shown.ledger.published) / 100)} for each post that went out.`,
  );
  const again = { ...written, closing: 'See you', version: shown.version };
  assert.equal((await server.call('save-report', again, { as: member })).code, 200, 'what is in may stay in');
  const july = await server.ask('client-report', { ...june, month: '07' });
  assert.deepEqual([july.profit, july.sections.find(({ id }) => id === 'profit')?.on], [null, false]);
  await server.ask('save-report', { ...june, introduction: '', closing: '', sections });
});

test('the CSV has every post with its figures, and no formulas', async () => {
  await query(`update items set title = '=cmd()' where title = 'On Post 3'`);
  const { csv, file_name: name } = await server.ask('export-report', june);
  const rows = csv.trim().split('\r\n');
  assert.deepEqual([name, rows.length], ['report-2026-06.csv', 15]);
  assert.equal(rows.filter((row) => row.includes(',10,,,1,23,2026-06-10T08:00:00.000Z')).length, 2);
  assert.ok(csv.includes("'=cmd()"));
});

test('the client’s page shows the report until the link is ended, and counts its openings', async () => {
  const link = await server.ask('make-report-link', june);
  assert.deepEqual((await server.ask('make-report-link', june)).url, link.url);
  const token = link.url.split('/').at(-1) ?? '';
  const open = () => server.ask('open-shared-report', { token }, { as: null });
  const shared = await open();
  assert.ok(shared.state === 'open');
  assert.equal(shared.report.ledger.planned, 14);
  assert.ok(!('link' in shared.report) && !('mail_monthly' in shared.report));
  assert.equal((await server.ask('client-report', june)).link?.uses, 1);
  await query(`update users set membership = 'dfy' where id = $1`, [owner.id]);
  assert.equal((await open()).state, 'ended', 'the plan has no reports any more');
  await query(`update users set membership = 'enterprise__unlimited' where id = $1`, [owner.id]);
  await server.ask('end-report-link', { id: link.id });
  assert.equal((await open()).state, 'ended');
  assert.equal((await server.call('open-shared-report', { token: 'x'.repeat(43) }, { as: null })).code, 404);
  assert.notEqual((await server.ask('make-report-link', june)).url, link.url);
});

test('another agency cannot read, edit, share or download a report', async () => {
  const otherAgency = await anotherAgency(db);
  await query(`update users set membership = 'enterprise__unlimited' where id = $1`, [otherAgency.id]);
  const as = { as: otherAgency };
  const pdf = await server.ask('make-report-pdf', june);
  const link = await server.ask('make-report-link', june);
  const written: Input<'save-report'> = { ...june, introduction: '', closing: '', sections: [] };
  for (const asked of [
    server.call('client-report', june, as),
    server.call('save-report', written, as),
    server.call('save-report-settings', { id: client.id, posts_a_week: 1, mail_monthly: true }, as),
    server.call('export-report', june, as),
    server.call('make-report-link', june, as),
    server.call('end-report-link', { id: link.id }, as),
    server.call('make-report-pdf', june, as),
    server.call('fetch-report-pdf', june, as),
    server.call('download-report-pdf', { id: pdf.id }, as),
  ])
    assert.equal((await asked).code, 404);
});

test('a job makes the PDF, which can be downloaded for some minutes and names missing characters', async () => {
  await query(`update items set title = 'Ελλάδα Киев שלום مرحبا 中文 한국 ᠮ 🎉' where title = 'On Post 7'`);
  const { id, state } = await server.ask('make-report-pdf', june);
  assert.equal(state, 'waiting');
  assert.equal((await server.ask('make-report-pdf', june)).id, id, 'one at a time');
  await makeReportPdf(server.services)({ pdfId: id }, context);
  const made = await server.ask('fetch-report-pdf', june);
  assert.deepEqual([made?.state, made?.percent], ['ready', 100]);
  assert.match(made?.message ?? '', /by their number: ᠮ$/);
  const { url } = await server.ask('download-report-pdf', { id });
  const fetched = await server.send(url);
  const file = Buffer.from(await fetched.arrayBuffer());
  assert.deepEqual(
    [fetched.headers.get('content-type'), fetched.headers.get('content-disposition')],
    ['application/pdf', 'attachment; filename="report-backerei-muller-2026-06.pdf"'],
  );
  assert.equal(file.subarray(0, 5).toString(), '%PDF-');
  for (const part of ['/MarkInfo', '/StructTreeRoot', '/URI (https://t.me/feed/7)', '/Lang (en)', 'client-report/'])
    assert.ok(file.includes(part), part);
  const object = String(
    (await query('select object_name from report_pdfs where id = $1', [id])).rows[0]?.['object_name'],
  );
  assert.equal((await server.send(`/files/${object}`)).status, 404);
  clock.now = new Date(clock.now.getTime() + 11 * 60_000);
  assert.equal((await server.send(url)).status, 404);
  clock.now = new Date(clock.now.getTime() + 8 * 86_400_000);
  assert.equal((await server.call('download-report-pdf', { id })).code, 409);
  await tidyReports(server.services)({}, context);
  assert.equal((await server.ask('fetch-report-pdf', june))?.state, 'expired');
  assert.equal(await server.services.storage.open(object), null);
});

test('a month’s report is mailed once, from nine o’clock on the first day in the client’s zone', async () => {
  clock.now = new Date('2026-07-10T10:00:00Z');
  await server.ask('save-report-settings', { id: client.id, posts_a_week: null, mail_monthly: true });
  const mails = async () =>
    (await queued(server.db, jobs.sendMail)).filter(({ subject }) => subject?.startsWith('Your report for')).length;
  const work = () => mailReports(server.services)({}, context);
  await work();
  clock.now = new Date('2026-08-01T06:59:00Z');
  await work();
  assert.equal(await mails(), 0);
  clock.now = new Date('2026-08-01T07:00:00Z');
  await work();
  await work();
  assert.equal(await mails(), 1);
  clock.now = new Date('2026-09-03T00:00:00Z');
  await work();
  assert.equal(await mails(), 2);
  clock.now = new Date('2026-10-03T00:00:00Z');
  await query('update users set paused_at = now() where id = $1', [client.id]);
  await work();
  assert.equal(await mails(), 2, 'a paused client gets none');
  await query('update users set paused_at = null where id = $1', [client.id]);
  await server.ask('save-report-settings', { id: client.id, posts_a_week: null, mail_monthly: false });
  await work();
  assert.equal(await mails(), 2);
});
