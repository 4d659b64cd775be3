import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { afterAll, test } from 'vitest';
import { startSandbox } from '../start.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
afterAll(() => sandbox.stop());
const resolver = new Resolver({ timeout: 2000, tries: 1 });
resolver.setServers([sandbox.dnsAddress]);

const control = async (path: string, body: object): Promise<number> =>
  (await fetch(`${sandbox.controlUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) })).status;
/** The rows that answer a query, or the code of its failure. */
const asked = (rows: Promise<string[]>): Promise<string[] | string> =>
  rows.catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no code'));

test('a delayed record is not visible before its time', async () => {
  const records = [{ type: 'A', value: '203.0.113.7', afterSeconds: 600 }];
  assert.equal(await control('dns', { host: 'late.test', records }), 200);
  assert.equal(await asked(resolver.resolve4('late.test')), 'ENOTFOUND');
  await control('clock', { aheadSeconds: 601 });
  assert.deepEqual(await asked(resolver.resolve4('late.test')), ['203.0.113.7']);
  await control('clock', { aheadSeconds: 0 });
});

test('a proxy hides the address of a host, by A or by CNAME, and leaves its other records', async () => {
  const records = [
    { type: 'CNAME', value: 'app.agency.test' },
    { type: 'TXT', name: '_agencyreel.orange.test', value: 'the-proof' },
  ];
  const dns = { host: 'orange.test', records };
  await control('dns', dns);
  assert.deepEqual(await asked(resolver.resolveCname('orange.test')), ['app.agency.test']);
  await control('dns', { ...dns, proxied: true });
  assert.equal(await asked(resolver.resolveCname('orange.test')), 'ENODATA');
  assert.deepEqual(await asked(resolver.resolve4('orange.test')), ['104.21.32.1', '172.67.180.1']);
  assert.equal((await resolver.resolve6('orange.test')).length, 2);
  assert.deepEqual(await resolver.resolveTxt('_agencyreel.orange.test'), [['the-proof']]);
  await control('dns', dns);
  assert.deepEqual(await asked(resolver.resolve4('orange.test')), []);
});

test('a host whose queries fail differs from one that gets no answer', async () => {
  const records = [{ type: 'A', value: '203.0.113.7' }];
  await control('dns', { host: 'fails.test', records, failing: true });
  await control('dns', { host: 'silent.test', records, silent: true });
  const quick = new Resolver({ timeout: 100, tries: 1 });
  quick.setServers([sandbox.dnsAddress]);
  assert.equal(await asked(resolver.resolve4('fails.test')), 'ESERVFAIL');
  assert.equal(await asked(quick.resolve4('silent.test')), 'ETIMEOUT');
  await control('reset', {});
  assert.equal(await asked(resolver.resolve4('fails.test')), 'ENOTFOUND');
});
