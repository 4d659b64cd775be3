import assert from 'node:assert/strict';
import { afterAll, describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { startNameServer } from '../../../sandbox/dns/server.ts';
import { jobs } from '../../base/jobs.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { queued } from '../../app/testing/queue.ts';
import { anOwner, aServer } from '../../app/testing/server.ts';
import type { TestPerson } from '../../app/testing/people.ts';
import { checkDomains } from './check-domains.job.ts';

const dns = await startNameServer({ host: '127.0.0.1', port: 0 });
afterAll(() => dns.stop());
const day = 86_400_000;
let time = Date.parse('2026-06-01T10:00:00Z');
const server = await aServer({
  clock: () => new Date(time),
  config: { publicIp: '203.0.113.7', dnsServers: [dns.address] },
});
const color = { first: '#112233', second: '#445566' };
const form = (domain: string) => ({ name: 'Bright', aiKey: 'sk-secret-1234', color, domain });

type Label = Awaited<ReturnType<typeof labelOf>>;
async function labelOf(as: TestPerson) {
  const [label] = await server.ask('fetch-whitelabel', {}, { as });
  assert.ok(label);
  return label;
}

async function aLabel(domain: string): Promise<{ owner: TestPerson; label: Label }> {
  const owner = await anOwner(server.db);
  await server.ask('create-whitelabel', form(domain), { as: owner });
  return { owner, label: await labelOf(owner) };
}

/** Sets the records that make a domain right for this white label. */
function setRight({ domain, proof }: Label): void {
  clear(domain);
  dns.records.push(
    { host: domain, type: 'A', value: '203.0.113.7' },
    { host: `_agencyreel.${domain}`, type: 'TXT', value: proof.value },
  );
}

function clear(domain: string): void {
  const others = dns.records.filter(({ host }) => host !== domain && host !== `_agencyreel.${domain}`);
  dns.records.splice(0, dns.records.length, ...others);
}

const runJob = () =>
  checkDomains(server.services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
const lightsOf = ({ lights }: Label) => Object.fromEntries(lights.map(({ name, state }) => [name, state]));

describe('a domain', () => {
  test('a domain waits while its records are missing, and is active once they are right', async () => {
    const { owner, label } = await aLabel('one.test');
    assert.deepEqual([label.state, label.ip], ['waiting', '203.0.113.7']);
    assert.deepEqual(lightsOf(label), {
      ownership: 'missing',
      address: 'missing',
      conflict: 'right',
      authority: 'right',
    });
    assert.deepEqual(await server.ask('fetch-whitelabel-data', { domain: 'one.test' }), []);
    setRight(label);
    const [right] = await server.ask('verify-domain', { id: label.id }, { as: owner });
    assert.deepEqual([right?.state, right?.failing_since], ['active', null]);
    assert.deepEqual(await server.ask('fetch-whitelabel-data', { domain: 'One.test' }), [
      { name: 'Bright', logo: null, color },
    ]);
  });

  for (const [what, records, light, state] of [
    ['another address', [{ type: 'A', value: '198.51.100.1' }], 'address', 'wrong'],
    [
      'an AAAA record to elsewhere',
      [{ type: 'AAAA', value: '2001:0db8:0000:0000:0000:0000:0000:0001' }],
      'conflict',
      'wrong',
    ],
    ['a CAA record for another authority', [{ type: 'CAA', value: 'other.test' }], 'authority', 'wrong'],
  ] as const)
    test(`a domain with ${what} shows its light ${light} as ${state}`, async () => {
      const domain = `${what.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}.test`;
      for (const { type, value } of records) dns.records.push({ host: domain, type, value });
      const { label } = await aLabel(domain);
      assert.equal(lightsOf(label)[light], state);
    });

  for (const [what, type, value] of [
    ['an A record', 'A', '203.0.113.7'],
    ['a CNAME record', 'CNAME', 'app.agency.test'],
  ] as const)
    test(`a proxy that hides ${what} must be switched off, and no record must be deleted`, async () => {
      const domain = `behind-${type.toLowerCase()}.test`;
      dns.records.push({ host: domain, type, value });
      dns.proxied.add(domain);
      const { label } = await aLabel(domain);
      const words = label.lights.filter(({ state }) => state === 'wrong').map((light) => light.words);
      assert.deepEqual(words, [
        'The domain is behind Cloudflare’s proxy. Please switch the record to “DNS only”.',
        'The proxy adds AAAA records of its own. They go once it is switched off.',
      ]);
      dns.proxied.delete(domain);
    });

  test('a domain behind a proxy becomes active once the proxy is switched off', async () => {
    const { owner, label } = await aLabel('orange.test');
    setRight(label);
    dns.proxied.add('orange.test');
    const check = async () => (await server.ask('verify-domain', { id: label.id }, { as: owner }))[0]?.state;
    assert.equal(await check(), 'waiting');
    dns.proxied.delete('orange.test');
    assert.equal(await check(), 'active');
  });

  for (const [target, records, state, words] of [
    ['here', [{ type: 'A', value: '203.0.113.7' }], 'right', 'A CNAME record points here through here.agency.test.'],
    [
      'elsewhere',
      [{ type: 'A', value: '198.51.100.1' }],
      'wrong',
      'A CNAME record points to elsewhere.agency.test (198.51.100.1). Please delete it and set the A record.',
    ],
    [
      'nowhere',
      [{ type: 'TXT', value: 'nothing' }],
      'missing',
      'A CNAME record points to nowhere.agency.test, which has no A record. Please delete it and set the A record.',
    ],
  ] as const)
    test(`an alias of a name that points ${target} is ${state}`, async () => {
      const host = `${target}.agency.test`;
      for (const { type, value } of records) dns.records.push({ host, type, value });
      dns.records.push({ host: `alias-${target}.test`, type: 'CNAME', value: host });
      const { label } = await aLabel(`alias-${target}.test`);
      const light = label.lights.find(({ name }) => name === 'address');
      assert.deepEqual([light?.state, light?.words], [state, words]);
    });

  test('an alias of a name with a foreign AAAA record names the record to delete', async () => {
    dns.records.push(
      { host: 'both.agency.test', type: 'A', value: '203.0.113.7' },
      { host: 'both.agency.test', type: 'AAAA', value: '2001:0db8:0000:0000:0000:0000:0000:0001' },
      { host: 'alias-both.test', type: 'CNAME', value: 'both.agency.test' },
    );
    const { label } = await aLabel('alias-both.test');
    assert.match(
      label.lights.find(({ name }) => name === 'conflict')?.words ?? '',
      /^both\.agency\.test, to which a CNAME/,
    );
  });

  test('a domain whose records come late becomes active once they are seen', async () => {
    const { owner, label } = await aLabel('slow.test');
    setRight(label);
    const seenAt = new Date(Date.now() + 3_600_000);
    for (const record of dns.records) if (record.host.endsWith('slow.test')) record.from = seenAt;
    const check = async () => (await server.ask('verify-domain', { id: label.id }, { as: owner }))[0];
    assert.deepEqual(lightsOf((await check()) ?? label)['address'], 'missing');
    seenAt.setTime(Date.now() - 1);
    assert.equal((await check())?.state, 'active');
  });

  test('a proof that is split into several strings of a record is valid', async () => {
    const { owner, label } = await aLabel('long.test');
    setRight(label);
    dns.records.push({ host: '_agencyreel.long.test', type: 'TXT', value: 'x'.repeat(300) });
    const [checked] = await server.ask('verify-domain', { id: label.id }, { as: owner });
    assert.equal(checked?.state, 'active');
  });

  test('a domain whose name server fails is unknown and keeps its state', async () => {
    const { owner, label } = await aLabel('fails.test');
    setRight(label);
    await server.ask('verify-domain', { id: label.id }, { as: owner });
    dns.failing.add('fails.test');
    const [checked] = await server.ask('verify-domain', { id: label.id }, { as: owner });
    assert.deepEqual([checked?.state, checked?.failing_since], ['active', null]);
    assert.equal(checked?.lights.find(({ name }) => name === 'address')?.state, 'unknown');
  });

  test('another agency’s domain cannot be taken, unless its records hold the other proof', async () => {
    const first = await aLabel('taken.test');
    setRight(first.label);
    await server.ask('verify-domain', { id: first.label.id }, { as: first.owner });
    const second = await aLabel('taken.test');
    assert.equal(second.label.state, 'waiting');
    assert.match(second.label.lights[0]?.words ?? '', /in use by another account/);
    setRight(second.label);
    const [won] = await server.ask('verify-domain', { id: second.label.id }, { as: second.owner });
    assert.equal(won?.state, 'active');
    assert.deepEqual([(await labelOf(first.owner)).state, (await labelOf(first.owner)).domain], ['released', '']);
  });

  test('a released domain is reserved for a week', async () => {
    const first = await aLabel('cool.test');
    setRight(first.label);
    await server.ask('verify-domain', { id: first.label.id }, { as: first.owner });
    await server.ask('release-domain', { id: first.label.id }, { as: first.owner });
    assert.deepEqual(await server.ask('fetch-whitelabel-data', { domain: 'cool.test' }), []);
    const second = await aLabel('cool.test');
    setRight(second.label);
    const check = async () => (await server.ask('verify-domain', { id: second.label.id }, { as: second.owner }))[0];
    assert.equal((await check())?.state, 'waiting');
    time += 7 * day;
    assert.equal((await check())?.state, 'active');
  });

  test('an agency takes its own released domain back at once', async () => {
    const { owner, label } = await aLabel('back.test');
    setRight(label);
    await server.ask('verify-domain', { id: label.id }, { as: owner });
    await server.ask('release-domain', { id: label.id }, { as: owner });
    const [again] = await server.ask('update-whitelabel', { id: label.id, domain: 'back.test' }, { as: owner });
    assert.ok(again);
    setRight(again);
    assert.equal((await server.ask('verify-domain', { id: label.id }, { as: owner }))[0]?.state, 'active');
  });

  test('a domain that is not right is mailed about after 14 and 28 days and released after 30', async () => {
    const { owner, label } = await aLabel('late.test');
    setRight(label);
    await server.ask('verify-domain', { id: label.id }, { as: owner });
    clear('late.test');
    const subjects: string[] = [];
    for (const days of [1, 13, 1, 14, 1, 1]) {
      time += days * day;
      await runJob();
      const mails = await queued(server.db, jobs.sendMail, { to: owner.email });
      subjects.push(`${mails.length} ${mails.at(-1)?.['subject'] ?? ''}`);
    }
    assert.deepEqual(subjects.at(-1), '3 late.test has been released');
    assert.equal((await labelOf(owner)).state, 'released');
  });

  for (const domain of ['brand', '1.2.3.4', 'ftp://brand.test'])
    test(`the domain ${domain} is refused`, async () => {
      const reply = await server.call('create-whitelabel', form(domain), { as: await anOwner(server.db) });
      assert.deepEqual([reply.code, reply.status ? {} : reply.errors], [422, { domain: messages.domainInvalid }]);
    });

  test('a domain of this machine or of the product is refused', async () => {
    const reply = await server.call('create-whitelabel', form('x.localhost'), { as: await anOwner(server.db) });
    assert.deepEqual([reply.code, reply.status ? {} : reply.errors], [422, { domain: messages.domainReserved }]);
  });
});

describe('a white label', () => {
  test('a white label keeps its AI key sealed and never answers it', async () => {
    const { owner, label } = await aLabel('key.test');
    assert.deepEqual([label.aiKey, label.ai_key_last4], ['', '1234']);
    const { rows } = await server.db.pool.query<{ sealed: string }>('select sealed from ai_keys where agency_id = $1', [
      owner.agencyId,
    ]);
    assert.doesNotMatch(rows[0]?.sealed ?? '', /secret/);
    const [kept] = await server.ask('update-whitelabel', { id: label.id, aiKey: '', name: 'Brighter' }, { as: owner });
    assert.deepEqual([kept?.name, kept?.ai_key_last4, kept?.domain], ['Brighter', '1234', 'key.test']);
  });

  test('a white label’s form takes a logo, and refuses files that are not pictures', async () => {
    const { owner, label } = await aLabel('logo.test');
    const logo = { field: 'logo', name: 'logo.png', bytes: await aPicture('png') };
    const saved = await server.upload('update-whitelabel', { id: label.id, color: JSON.stringify(color) }, logo, {
      as: owner,
    });
    assert.ok(saved.status, saved.message);
    assert.match(saved.data[0]?.logo ?? '', /^\/files\//);
    const refused = await server.upload(
      'update-whitelabel',
      { id: label.id },
      { ...logo, bytes: Buffer.from('<svg/>') },
      { as: owner },
    );
    assert.deepEqual([refused.code, refused.message], [422, messages.brandLogoType]);
  });

  test('a white label has one domain until that is released', async () => {
    const { owner, label } = await aLabel('fixed.test');
    const reply = await server.call('update-whitelabel', { id: label.id, domain: 'other.test' }, { as: owner });
    assert.deepEqual([reply.code, reply.message], [409, messages.domainKept]);
  });

  test('an agency has one white label', async () => {
    const { owner } = await aLabel('single.test');
    const reply = await server.call('create-whitelabel', form('second.test'), { as: owner });
    assert.deepEqual([reply.code, reply.message], [409, messages.whiteLabelThere]);
  });
});
