/** A malicious brand: its words stay plain text wherever they are shown. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, test } from 'vitest';
import { handlers } from '../../app/processes/calls.ts';
import { openHttp } from '../../app/processes/listener.ts';
import { openHostBrands } from '../../base/brand/index.ts';
import { rawRequest, sendRaw } from '../../app/http/testing-raw.ts';
import { writeResetMail } from '../../base/mail/mails.ts';
import { postMail, type Mail } from '../../base/mail/post-mail.ts';
import { makeReportPdf } from '../../insights/reports/make-report-pdf.job.ts';
import { wordsOfPdf } from '../../app/testing/pdf-words.ts';
import { aClient, anOwner, aServer } from '../../app/testing/server.ts';

const dir = mkdtempSync(join(tmpdir(), 'hostile-'));
writeFileSync(join(dir, 'index.html'), '<!doctype html><head><title>AgencyReel</title></head><body></body>');
writeFileSync(join(dir, 'pages.json'), '["/", "/login"]');
const server = await aServer();
const { db, services, ask, call } = server;
const name = '</title></script><script>alert(1)</script><img src=x>';
const color = { first: '#112233', second: '#445566' };
const owner = await anOwner(db, { membership: 'enterprise__unlimited' });
await ask('create-whitelabel', { name, aiKey: 'sk-secret-1234', color, domain: 'evil.test' }, { as: owner });
await db.pool.query(`update white_labels set state = 'active', failing_since = null where host = 'evil.test'`);
const hosts = await openHostBrands({ db, dataDir: dir });
const config = { ...services.config, hasPublicUrl: true, publicUrl: 'https://app.example' };
const app = await openHttp({ services: { ...services, config }, handlers, siteDir: dir, logLevel: 'fatal', hosts });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await hosts.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A mail as a mail server receives it. */
async function posted(mail: Mail): Promise<string> {
  let raw = '';
  const postbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (data, _session, done) => {
      buffer(data).then((bytes) => {
        raw = bytes.toString();
        done();
      }, done);
    },
  });
  await new Promise<void>((ready) => {
    postbox.listen(0, '127.0.0.1', ready);
  });
  const bound = postbox.server.address();
  const smtpUrl = `smtp://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  await postMail({ smtpUrl, mailFrom: 'Reel <post@mails.example>' }, mail);
  await new Promise<void>((closed) => {
    postbox.close(closed);
  });
  return raw;
}

describe('a brand’s name with markup in it', () => {
  test('a brand’s markup does not run in the page of its host', async () => {
    const { status, body, headers } = await sendRaw(url, rawRequest('GET /login', ['host: evil.test']));
    assert.equal(status, 200);
    assert.doesNotMatch(body, /<img|<script>/);
    assert.equal(body.match(/<\/?script/g)?.length, 2, 'the brand as data alone');
    assert.equal(body.match(/<\/title>/g)?.length, 1);
    assert.match(headers.get('content-security-policy') ?? '', /script-src(?![^;]*unsafe)/);
  });

  test('a brand’s markup does not run in mails, and adds no header to them', async () => {
    const brand = `${name}\r\nBcc: all@victims.test`;
    const letter = writeResetMail({ name: 'Mia', link: 'https://evil.test/x', brand });
    assert.doesNotMatch(letter.html, /<img|<script/);
    const raw = await posted({ to: 'mia@example.test', brand, ...letter });
    assert.doesNotMatch(raw.slice(0, raw.indexOf('\r\n\r\n')), /^bcc:/im);
    const { from, subject } = await PostalMime.parse(raw);
    assert.equal(from?.address, 'post@mails.example');
    assert.match(subject ?? '', /alert\(1\)/);
  });

  test('a brand’s markup is plain text in a PDF report, which holds no script', async () => {
    const client = await aClient(db, owner, { name: 'Old <b>Mill</b>' });
    const month = { id: client.id, month: '06', year: '2026' };
    const { id } = await ask('make-report-pdf', month, { as: owner });
    const context = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };
    await makeReportPdf(services)({ pdfId: id }, context);
    const made = await ask('download-report-pdf', { id }, { as: owner });
    const pdf = Buffer.from(await (await server.send(made.url)).arrayBuffer());
    const words = wordsOfPdf(pdf).replaceAll(/\s/g, '');
    assert.ok(words.includes('<script>alert(1)</script>'), words.slice(0, 300));
    assert.ok(words.includes('Old<b>Mill</b>'));
    assert.doesNotMatch(pdf.toString('latin1'), /\/JavaScript|\/JS\b|\/OpenAction/);
  });
});

for (const first of ['red', '#12345', '#1122334', 'url(//x)', '#112233;}body{}', '', '#11223g'])
  test(`${JSON.stringify(first)} is not a colour`, async () => {
    const [label] = await ask('fetch-whitelabel', {}, { as: owner });
    const input = { id: label?.id ?? '', color: { first, second: '#445566' } };
    const reply = await call('update-whitelabel', input, { as: owner });
    assert.equal(reply.code, 422);
  });

for (const [what, bytes] of [
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a file that is only named like a picture', 'GIF89a/*'],
] as const)
  test(`${what} is not a logo`, async () => {
    const [label] = await ask('fetch-whitelabel', {}, { as: owner });
    const file = { field: 'logo', name: 'logo.png', bytes: Buffer.from(bytes) };
    const reply = await server.upload('update-whitelabel', { id: label?.id ?? '' }, file, { as: owner });
    assert.equal(reply.code, 422);
    assert.deepEqual((await ask('fetch-whitelabel', {}, { as: owner }))[0]?.logo, label?.logo);
  });
