import assert from 'node:assert/strict';
import { createTransport } from 'nodemailer';
import { test } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask } from '../testing.ts';

test('a sent mail is in the outbox with its text, links and attachments, and is not forwarded', async (t) => {
  const sandbox = await aSandbox(t);
  const transport = createTransport(sandbox.smtpUrl);
  t.onTestFinished(() => transport.close());
  await transport.sendMail({
    from: 'Brightside <hello@agency.example>',
    to: 'emma@example.org, carl@example.org',
    subject: 'Passwort zurücksetzen ✓',
    text: 'Open http://localhost:3000/reset?token=abc to go on.',
    html: '<p>Open <a href="http://localhost:3000/reset?token=abc">this</a></p>',
    attachments: [{ filename: 'plan.csv', content: 'a,b' }],
  });
  const { body } = await ask(`${sandbox.controlUrl}/mails`);
  const mail = Array.isArray(body['mails']) && isJson(body['mails'][0]) ? body['mails'][0] : {};
  assert.deepEqual(
    [mail['subject'], mail['from'], mail['to']],
    ['Passwort zurücksetzen ✓', 'Brightside <hello@agency.example>', ['emma@example.org', 'carl@example.org']],
  );
  assert.match(String(mail['text']), /reset\?token=abc/);
  assert.match(JSON.stringify(mail['attachments']), /plan\.csv/);
  const designed = await fetch(`${sandbox.url}/mail/${String(mail['id'])}.html`);
  assert.match(designed.headers.get('content-security-policy') ?? '', /sandbox/);
  assert.match(await designed.text(), /<a href="http:\/\/localhost:3000\/reset/);
});
