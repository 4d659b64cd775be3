import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { upgradesOf } from '../../base/settings/pages.ts';
import { queued } from '../../app/testing/queue.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { entriesOf } from './testing-archive.ts';
import { answerRequest, materialLines, openTickets } from './index.ts';
import { makeUpgrade, writers } from './make-upgrade.job.ts';
import { makeFile } from './making/make.ts';
import { panelsOf, readPanels, type Material } from './manifest.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'upgrades-'));
const now = new Date('2026-11-22T09:00:00Z');
const server = await aServer({
  clock: () => now,
  config: { dataDir, upgrades: { ...upgradesOf({}), email: 'desk@example.test' } },
});
const { db, owner, services } = server;
await db.pool.query('update users set membership = $1 where id = $2', ['dfy__enterprise__unlimited', owner.id]);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const materialOf = (id: string): Material => {
  const found = panelsOf(dataDir)
    .flatMap(({ materials }) => materials)
    .find((each) => each.id === id);
  assert.ok(found, id);
  return found;
};

async function made(id: string): Promise<Buffer> {
  const dir = mkdtempSync(join(dataDir, 'made-'));
  const path = await makeFile(materialOf(id), {
    writers,
    dir,
    year: 2026,
    sources: services.sources,
    ffmpegPath: services.config.ffmpegPath,
    signal: new AbortController().signal,
    onProgress: async () => {},
  });
  const bytes = readFileSync(path);
  rmSync(dir, { recursive: true });
  return bytes;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const words = (xml: string): number => xml.replaceAll(/<[^>]+>/g, ' ').match(/\p{L}+/gu)?.length ?? 0;

describe('a file to download', () => {
  test('a document is a Word file with the gaps marked', async () => {
    const parts = await entriesOf(await made('service-agreement'));
    const text = parts.get('word/document.xml')?.toString() ?? '';
    assert.match(text, /<w:pStyle w:val="Title"\/>[^]*Service agreement/);
    assert.match(text, /<w:highlight w:val="yellow"\/>/);
    assert.doesNotMatch(text, /\{\{/);
    assert.ok(words(text) > 900, String(words(text)));
  });

  test('a calendar has at least 365 days of each of two years', async () => {
    const parts = await entriesOf(await made('vip-calendar'));
    for (const sheet of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']) {
      const rows = parts.get(sheet)?.toString().match(/<row /g)?.length ?? 0;
      assert.ok(rows > 365, `${sheet}: ${rows}`);
    }
    assert.match(parts.get('xl/workbook.xml')?.toString() ?? '', /name="2026"[^]*name="2027"/);
  });

  test('a course has five tagged PDFs', async () => {
    const parts = await entriesOf(await made('course-01-facebook-pages'));
    assert.equal(parts.size, 5);
    for (const [name, bytes] of parts) {
      assert.match(name, /^\d-.+\.pdf$/);
      assert.match(bytes.subarray(0, 8).toString(), /^%PDF-1\.7/);
      assert.ok(bytes.includes('/StructTreeRoot'), name);
    }
  });

  test('a pack has five articles and a description of each', async () => {
    const parts = await entriesOf(await made('pack-02-dentist'));
    assert.equal(parts.size, 6);
    const [about] = parts.keys();
    assert.equal(about, '0-about-this-pack.docx');
  });

  test('an import file has pages, posts and a menu, with every gap in brackets', async () => {
    const xml = (await made('website-content')).toString();
    const kinds = [...xml.matchAll(/<wp:post_type>(\w+)<\/wp:post_type>/g)].map(([, kind]) => kind);
    assert.deepEqual(
      ['page', 'post', 'wp_navigation'].map((kind) => kinds.filter((each) => each === kind).length),
      [10, 3, 1],
    );
    assert.doesNotMatch(xml, /\{\{/);
    assert.match(xml, /\[Name, legal form, address, email, telephone\.\]/);
  });

  test('a theme has its licence and its patterns, and does not name us', async () => {
    const parts = await entriesOf(await made('website-theme'));
    for (const name of [
      'style.css',
      'theme.json',
      'license.txt',
      'templates/index.html',
      'assets/fonts/lora-600.woff2',
    ])
      assert.ok(parts.has(`high-street-agency/${name}`), name);
    assert.match(
      parts.get('high-street-agency/patterns/hero.php')?.toString() ?? '',
      /^<\?php[^]+home_url\( '\/contact\/' \)/,
    );
    const texts = [...parts].filter(([name]) => /\.(?:php|css|html|json|txt|svg)$/.test(name));
    for (const [name, bytes] of texts) assert.doesNotMatch(bytes.toString(), /agency\s?reel|\{\{/i, name);
  });

  test('a file that is made again is the same, byte for byte', async () => {
    for (const id of ['cold-mails', 'social-calendar', 'tutorial-install', 'magnet-profile-check', 'website-theme'])
      assert.equal(hashOf(await made(id)), hashOf(await made(id)), id);
  });
});

const fetched = () => server.ask('fetch-upgrades', {});
const materialIn = async (id: string) =>
  (await fetched()).panels.flatMap(({ materials }) => materials).find((each) => each.id === id);

describe('a download', () => {
  test('a download is made at the first request, and is then ready for everybody', async () => {
    assert.equal((await materialIn('cold-mails'))?.state, 'none');
    assert.deepEqual(await server.ask('open-upgrade', { id: 'cold-mails' }), { url: null });
    assert.deepEqual(await server.ask('open-upgrade', { id: 'cold-mails' }), { url: null });
    assert.equal((await materialIn('cold-mails'))?.state, 'waiting');
    const { rows } = await db.pool.query<{ id: string }>('select id::text from upgrade_files');
    assert.equal(rows.length, 1);
    const run = makeUpgrade(services);
    await run({ fileId: rows[0]?.id ?? '' }, { signal: new AbortController().signal, retryCount: 0, jobId: '' });
    assert.equal((await materialIn('cold-mails'))?.state, 'ready');

    const { url } = await server.ask('open-upgrade', { id: 'cold-mails' });
    const file = await server.send(url ?? '', {});
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename="cold-mails\.docx"/);
    assert.ok((await entriesOf(Buffer.from(await file.arrayBuffer()))).has('word/document.xml'));
    const other = `${(url ?? '').slice(0, -1)}${url?.endsWith('A') ? 'B' : 'A'}`;
    assert.equal((await server.send(other, {})).status, 404);
  });

  test('a download of a panel that the plans do not include is not found', async () => {
    const basic = await anotherAgency(db);
    await db.pool.query('update users set membership = $1 where id = $2', ['dfylite__unlimited', basic.id]);
    const ask = (id: string) => server.ask('open-upgrade', { id }, { as: basic });
    await assert.rejects(ask('vip-calendar'), /404|not/i);
    await assert.rejects(ask('no-such-thing'), /404|not/i);
    const { panels } = await server.ask('fetch-upgrades', {}, { as: basic });
    const names = panels.map(({ name }) => name);
    assert.ok(names.includes('agency-website') && names.includes('premade-streams'));
    assert.ok(!names.includes('vip-calendar') && !names.includes('rebranding'));
  });
});

test('a premade stream is a design and the texts of each of its pictures, no two alike', async () => {
  const panel = (await fetched()).panels.find(({ name }) => name === 'premade-streams');
  const streams = panel?.streams ?? [];
  assert.deepEqual(
    ['image', 'video'].map((kind) => streams.filter((each) => each.kind === kind).length),
    [6, 2],
  );
  const seen = new Set<string>();
  for (const { id, items } of streams.filter(({ kind }) => kind === 'image')) {
    const { document, rows } = await server.ask('fetch-premade-stream', { id });
    assert.equal(rows.length, items);
    assert.ok(items >= 19, `${id}: ${items}`);
    const layers = document.layers.map((layer) => layer.id);
    for (const { title, texts } of rows) {
      assert.ok(!seen.has(title), title);
      seen.add(title);
      assert.ok(Object.keys(texts).every((layer) => layers.includes(layer)));
      assert.ok(Object.values(texts).includes(title));
    }
  }
  await assert.rejects(server.ask('fetch-premade-stream', { id: 'no-such' }), /404|not/i);
});

describe('a request', () => {
  const fields = { transaction_id: 'T-1', affiliate_id: 'A-1', email: 'ann@example.test' };
  const ask = (given: Record<string, string>) => server.ask('send-ticket', { kind: 'reseller-license', fields: given });

  test('a request reaches the operator, whose answer reaches the owner', async () => {
    const { id, state } = await ask(fields);
    assert.equal(state, 'open');
    const mails = (to: string) => queued(db, jobs.sendMail, { to });
    const [mail] = await mails('desk@example.test');
    assert.equal(mail?.['replyTo'], owner.email);
    assert.match(mail?.['text'] ?? '', /Affiliate ID: A-1/);
    assert.match(await db.asSystem((tx) => openTickets(tx)), /Activate a reseller license[^]+transaction_id: T-1/);

    const given = { config: services.config, ticket: id, state: 'done', text: 'You may sell.', now };
    await db.asSystem((tx) => answerRequest(tx, given));
    const [ticket] = (await fetched()).tickets;
    assert.deepEqual([ticket?.state, ticket?.answer], ['done', 'You may sell.']);
    assert.match((await mails(owner.email))[0]?.['text'] ?? '', /You may sell\./);
    assert.equal(await db.asSystem((tx) => openTickets(tx)), '');
  });

  test('a request needs its details, is hidden from other agencies, and is one of ten at most', async () => {
    await assert.rejects(ask({ ...fields, email: 'no' }), /valid email/);
    await assert.rejects(ask({ ...fields, affiliate_id: ' ' }), /Affiliate ID is required/);
    for (let count = 0; count < 10; count += 1) await ask(fields);
    await assert.rejects(ask(fields), /Ten of your requests/);
    const otherAgency = await anotherAgency(db);
    await db.pool.query('update users set membership = $1 where id = $2', ['dfy__unlimited', otherAgency.id]);
    assert.deepEqual((await server.ask('fetch-upgrades', {}, { as: otherAgency })).tickets, []);
  });
});

describe('the folder of the operator', () => {
  const folder = join(dataDir, 'upgrades');
  const write = (manifest: unknown): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  };

  test('the operator’s folder adds, replaces and withdraws material without a release', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'own.md'), '# Our own mails\n\nHello {{name}}');
    const own = (id: string) => ({ id, title: 'Our mails', source: 'own.md', makes: 'docx' });
    write({
      panels: [{ name: 'client-contract', materials: [own('cold-mails'), own('more')] }],
      withdrawn: ['brief-pitch'],
    });
    const panel = (await fetched()).panels.find(({ name }) => name === 'client-contract');
    assert.deepEqual(
      panel?.materials.map(({ id, state }) => [id, state]),
      [
        ['full-proposal', 'none'],
        ['service-agreement', 'none'],
        ['meeting-kit', 'none'],
        ['cold-mails', 'none'],
        ['more', 'none'],
      ],
    );
    assert.ok(materialLines(dataDir).includes('client-contract\tcold-mails\town\tdocx\tOur mails'));
    assert.match((await entriesOf(await made('more'))).get('word/document.xml')?.toString() ?? '', /Our own mails/);
  });

  test('an unreadable manifest leaves the panels as they were, and the operator sees the error', () => {
    for (const [manifest, why] of [
      [
        { panels: [{ name: 'nowhere', materials: [{ id: 'x', title: 'X', source: 'own.md', makes: 'docx' }] }] },
        /no panel/,
      ],
      [
        { panels: [{ name: 'courses', materials: [{ id: 'x', title: 'X', source: '../a', makes: 'docx' }] }] },
        /lies in/,
      ],
      [
        { panels: [{ name: 'courses', materials: [{ id: 'x', title: 'X', source: 'no.md', makes: 'docx' }] }] },
        /no file/,
      ],
    ] as const) {
      write(manifest);
      assert.throws(() => readPanels(dataDir), why);
      assert.match(materialLines(dataDir)[0] ?? '', /^NOT READ/);
    }
  });
});
