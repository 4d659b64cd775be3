import assert from 'node:assert/strict';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, test } from 'vitest';
import type { SeenCertificate } from '#outbound/certificate.ts';
import { anAuthority } from '#outbound/testing-certificates.ts';
import { startNameServer } from '../../../sandbox/dns/server.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { anOwner, aServer } from '../../app/testing/server.ts';
import type { TestPerson } from '../../app/testing/people.ts';
import { certificateLight, lightOf } from './certificate.ts';
import { listToCheck, noteCertificateMailed, saveCertificate, saveLook } from './queries.ts';
import { checkDomains } from './check-domains.job.ts';

const dns = await startNameServer({ host: '127.0.0.1', port: 0 });
afterAll(() => dns.stop());
const hour = 3_600_000;
let time = Date.parse('2026-06-01T10:00:00Z');
const authority = anAuthority('Test Authority');
setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
const from = new Date('2026-05-20T00:00:00Z');
const until = new Date('2026-08-18T00:00:00Z');
const good = (host: string) => authority.issue({ host, from, until });

let connections = 0;
const front = createServer(good('nobody.test')).on('tlsClientError', () => undefined);
front.on('connection', () => {
  connections += 1;
});
await new Promise<void>((ready) => {
  front.listen(0, '127.0.0.1', ready);
});
afterAll(() => front.close());
const bound = front.address();
assert.ok(bound !== null && typeof bound === 'object');

const server = await aServer({
  clock: () => new Date(time),
  config: {
    publicIp: '203.0.113.7',
    dnsServers: [dns.address],
    tlsAddress: { address: '127.0.0.1', port: bound.port },
  },
});

async function aDomain(domain: string, address = '203.0.113.7'): Promise<TestPerson> {
  const owner = await anOwner(server.db);
  const color = { first: '#112233', second: '#445566' };
  const input = { name: 'Bright', aiKey: 'sk-secret-1234', color, domain };
  const [label] = await server.ask('create-whitelabel', input, { as: owner });
  assert.ok(label);
  dns.records.push(
    { host: domain, type: 'A', value: address },
    { host: `_agencyreel.${domain}`, type: 'TXT', value: label.proof.value },
  );
  await server.ask('verify-domain', { id: label.id }, { as: owner });
  return owner;
}

async function certificateSeenBy(as: TestPerson) {
  const [label] = await server.ask('fetch-whitelabel', {}, { as });
  const light = label?.lights.find(({ name }) => name === 'certificate');
  return light === undefined ? null : `${light.state}: ${light.words}`;
}

/** An hour later, after the job has checked the domains. */
async function anHourLater(): Promise<void> {
  time += hour;
  await checkDomains(server.services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
}

async function mailsTo({ email }: TestPerson): Promise<string[]> {
  const mails = await queued(server.db, jobs.sendMail, { to: email });
  return mails.map(({ subject, text }) => `${subject}\n${text}`);
}

describe('the certificate of a domain', () => {
  test('a certificate is checked as soon as the domain is served, and shown with its end', async () => {
    front.setSecureContext(good('good.test'));
    const owner = await aDomain('good.test');
    assert.equal(await certificateSeenBy(owner), 'right: The certificate is valid until 18 August 2026.');
    await anHourLater();
    assert.deepEqual(await mailsTo(owner), []);
  });

  test('a broken certificate is mailed about once, at the second check, and again after a repair', async () => {
    front.setSecureContext(good('breaks.test'));
    const owner = await aDomain('breaks.test');
    const [ended, mended] = [
      authority.issue({ host: 'breaks.test', from, until: new Date('2026-06-01T00:00:00Z') }),
      good('breaks.test'),
    ];
    const counts: number[] = [];
    for (const shown of [ended, ended, ended, mended, ended, ended]) {
      front.setSecureContext(shown);
      await anHourLater();
      counts.push((await mailsTo(owner)).length);
    }
    assert.deepEqual(counts, [0, 1, 1, 1, 1, 2]);
    assert.equal(await certificateSeenBy(owner), 'wrong: The certificate ended on 1 June 2026 and was not renewed.');
    const [mail = ''] = await mailsTo(owner);
    assert.match(mail, /^breaks\.test has no valid certificate\n/);
    assert.match(mail, /ended on 1 June 2026/);
  });

  test('no certificate is fetched if the domain points elsewhere: nobody else chooses where we connect', async () => {
    connections = 0;
    for (const address of ['127.0.0.1', '169.254.169.254', '198.51.100.9']) {
      const owner = await aDomain(`leads-to-${address.replaceAll('.', '-')}.test`, address);
      assert.equal(await certificateSeenBy(owner), null);
    }
    assert.equal(connections, 0);
  });

  test('the certificate’s light is removed once the domain points elsewhere', async () => {
    front.setSecureContext(good('moves.test'));
    const owner = await aDomain('moves.test');
    assert.match((await certificateSeenBy(owner)) ?? '', /^right/);
    const record = dns.records.find(({ host, type }) => host === 'moves.test' && type === 'A');
    assert.ok(record);
    dns.records.splice(dns.records.indexOf(record), 1, { ...record, value: '198.51.100.9' });
    await anHourLater();
    assert.equal(await certificateSeenBy(owner), null);
  });

  for (const publicIp of ['127.0.0.1', '10.0.0.1', '203.0.113.7', null])
    test(`no certificate is fetched if our own address is ${publicIp}`, async () => {
      const config = { publicIp, tlsAddress: null, allowPrivateHosts: [] };
      const light = await certificateLight('brand.test', { config, now: new Date(time) });
      assert.equal(light.state, 'unknown');
    });
});

const found = { kind: 'found', from, until, trouble: null } as const;
const cases: readonly (readonly [SeenCertificate, at: string, words: string])[] = [
  [found, '2026-06-01', 'right: The certificate is valid until 18 August 2026.'],
  [found, '2026-08-03', 'right: The certificate is valid until 18 August 2026.'],
  [found, '2026-08-04', 'wrong: The certificate ends on 18 August 2026 and is not renewed yet.'],
  [found, '2026-08-18', 'wrong: The certificate ended on 18 August 2026 and was not renewed.'],
  [found, '2026-05-19', 'wrong: The certificate is not valid before 20 May 2026.'],
  [{ ...found, trouble: 'other-host' }, '2026-06-01', 'wrong: The certificate is for another host.'],
  [
    { ...found, trouble: 'untrusted' },
    '2026-06-01',
    'wrong: The certificate is from an authority that browsers do not trust.',
  ],
  [{ kind: 'slow' }, '2026-06-01', 'missing: The certificate is being fetched. Please check again in a minute.'],
];
for (const [seen, at, words] of cases)
  test(`on ${at} the light of the certificate is ${words}`, () => {
    const light = lightOf(seen, new Date(at));
    assert.equal(`${light.state}: ${light.words}`, words);
  });

const labelOf = async (as: TestPerson) => (await server.ask('fetch-whitelabel', {}, { as }))[0] ?? assert.fail('none');
const stored = async (as: TestPerson) =>
  (
    await server.db.pool.query<Record<string, unknown>>('select * from white_labels where agency_id = $1', [
      as.agencyId,
    ])
  ).rows;

describe('the rows of white labels', () => {
  test('what happens to one white label leaves the others as they are', async () => {
    const first = await aDomain('first.test');
    const owner = await aDomain('other.test');
    const { id } = await labelOf(owner);
    const before = await stored(first);
    await server.ask('update-whitelabel', { id, name: 'Darker' }, { as: owner });
    await server.ask('verify-domain', { id }, { as: owner });
    await server.db.asSystem((tx) => noteCertificateMailed(tx, { agencyId: owner.agencyId, now: new Date(time) }));
    await server.ask('release-domain', { id }, { as: owner });
    await server.ask('update-whitelabel', { id, domain: 'another.test' }, { as: owner });
    assert.deepEqual(await stored(first), before);
  });

  test('what a check found out about a domain that was released meanwhile is not recorded', async () => {
    const owner = await aDomain('now.test');
    const before = await stored(owner);
    const seen = { agencyId: owner.agencyId, host: 'before.test', lights: [], isRight: false, now: new Date(time + 1) };
    await server.db.asSystem(async (tx) => {
      await saveLook(tx, seen);
      await saveCertificate(tx, seen);
    });
    assert.deepEqual(await stored(owner), before);
  });

  test('a domain is checked again once its last check is old, and never without a domain', async () => {
    const owner = await aDomain('due.test');
    const at = Date.parse('2026-06-01T00:00:00Z');
    const isListed = async (until: number) =>
      (await server.db.asSystem((tx) => listToCheck(tx, { until: new Date(until), limit: 1_000 }))).includes(
        owner.agencyId,
      );
    const set = (change: string) =>
      server.db.pool.query(`update white_labels set ${change} where agency_id = $1`, [owner.agencyId]);
    await set(`checked_at = '2026-06-01T00:00:00Z'`);
    assert.deepEqual([await isListed(at - 1), await isListed(at)], [false, true]);
    await set('checked_at = null');
    assert.equal(await isListed(at - 1), true);
    await set(`host = null, state = 'released'`);
    assert.equal(await isListed(at), false);
  });
});
