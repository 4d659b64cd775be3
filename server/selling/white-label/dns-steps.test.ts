import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';

const server = await aServer({ config: { publicIp: '203.0.113.7' } });

async function aLabel(host: string, person: Partial<TestPerson> = {}): Promise<{ owner: TestPerson; id: string }> {
  const owner = await anOwner(server.db, person);
  const { rows } = await server.db.pool.query<{ id: string }>(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, created_at)
     values ($1, 'Bright', '#112233', '#445566', $2, 'the-proof', now()) returning id`,
    [owner.agencyId, host],
  );
  return { owner, id: rows[0]?.id ?? '' };
}

const mailsTo = (email: string) => queued(server.db, jobs.sendMail, { to: email });

describe('the DNS steps', () => {
  test('the steps go to a colleague with the exact records, and replies go to the sender', async () => {
    const { owner, id } = await aLabel('app.brand.test');
    await server.ask('send-dns-steps', { id, email: ' Dns@Agency.test ' }, { as: owner });
    const [mail, ...others] = await mailsTo('dns@agency.test');
    assert.ok(mail && others.length === 0);
    assert.equal(mail['subject'], 'DNS records for app.brand.test');
    assert.equal(mail['replyTo'], owner.email);
    for (const line of [
      'Name: app.brand.test\nValue: 203.0.113.7',
      'Name: _agencyreel.app.brand.test\nValue: the-proof',
    ])
      assert.ok(mail['text']?.includes(line), line);
    const { items } = await server.ask('fetch-activity', { timezone: 'UTC' }, { as: owner });
    assert.equal(items[0]?.what, 'Mailed the DNS steps for app.brand.test');
  });

  test('hostile names appear in the mail as plain text', async () => {
    const name = 'Eve</p><script>1</script>\r\nBcc: all@victims.test';
    const { owner, id } = await aLabel('eve.test', { name });
    await server.ask('send-dns-steps', { id, email: 'dns@eve.test' }, { as: owner });
    const [{ html = '', text = '', subject = '', replyTo = '' } = {}] = await mailsTo('dns@eve.test');
    assert.ok(html && text && subject && replyTo);
    assert.doesNotMatch(html, /<script|Eve<\/p>/);
    assert.doesNotMatch(text, /^Bcc:/m);
    assert.doesNotMatch(subject + replyTo, /[\r\n]/);
  });

  for (const email of [
    '',
    'nobody',
    'a@b.test, c@d.test',
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test\nSubject: x',
    'Ann <a@b.test>',
    'a@b.test\0',
    `${'a'.repeat(250)}@b.test`,
  ])
    test(`the steps are not sent to ${JSON.stringify(email.slice(0, 40))}`, async () => {
      const { owner, id } = await aLabel(`refused-${Math.abs(email.length)}.test`);
      const reply = await server.call('send-dns-steps', { id, email }, { as: owner });
      assert.deepEqual([reply.code, reply.status ? {} : Object.keys(reply.errors)], [422, ['email']]);
    });

  test('the steps of another agency are not found', async () => {
    const { id } = await aLabel('theirs.test');
    const reply = await server.call('send-dns-steps', { id, email: 'dns@x.test' }, { as: await anOwner(server.db) });
    assert.equal(reply.code, 404);
    assert.deepEqual(await mailsTo('dns@x.test'), []);
  });

  test('at most five mails an hour go to one address, and ten to all', async () => {
    const { owner, id } = await aLabel('flood.test');
    const send = async (email: string) => {
      const { code, message } = await server.call('send-dns-steps', { id, email }, { as: owner });
      return code === 200 ? 'sent' : `${code} ${message}`;
    };
    const said: string[] = [];
    for (let number = 0; number < 6; number += 1) said.push(await send('one@flood.test'));
    assert.deepEqual(said.slice(4), ['sent', `429 ${messages.mailTooMany}`]);
    for (let number = 0; number < 5; number += 1) said.push(await send(`other-${number}@flood.test`));
    assert.deepEqual(said.slice(9), ['sent', `429 ${messages.dnsStepsTooMany}`]);
    assert.equal((await mailsTo('one@flood.test')).length, 5);
  });
});
