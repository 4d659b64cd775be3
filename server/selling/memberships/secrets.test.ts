/** A seller's secrets appear in no answer, no log line and no download, and nowhere in plain text in the database. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { calls } from '#contract/index.ts';
import { showsOf } from '#contract/base/effects.ts';
import { exportData } from '../../app/account-data/export-data.job.ts';
import { readZip } from '../../app/account-data/testing-zip.ts';
import { anOwner } from '../../app/testing/server.ts';
import { requestTo } from '../../app/testing/get-calls.ts';
import { aStripeServer, keys } from './testing.ts';

const { server, db, at, aBuyer, secret } = await aStripeServer();
const { seller, host, account } = await aBuyer();
const aiKey = 'sk-canaryOfTheAi0007';
const [label] = await server.ask('fetch-whitelabel', {}, { as: seller });
assert.ok(label);
await server.ask('update-whitelabel', { id: label.id, aiKey }, { as: seller });
const secrets = [keys.full, aiKey, secret()];

const secretsIn = (text: string): string[] => secrets.filter((word) => text.includes(word.slice(0, -4)));

/** The answer to a person's call without an input. */
async function answerTo(name: string, token: string): Promise<string> {
  const headers = { authorization: token, 'content-type': 'application/json' };
  const response = await requestTo(server.url, `/api/${name}`, { method: 'POST', headers, body: '{}' });
  return response.text();
}

test('no reading call answers with a secret', async () => {
  const shown: string[] = [];
  for (const { name } of calls.filter((call) => call.name in showsOf))
    shown.push(...secretsIn(await answerTo(name, seller.token)).map(() => name));
  assert.deepEqual(shown, []);
  assert.deepEqual(secretsIn(JSON.stringify(await at(host, 'fetch-whitelabel-data', { domain: host }))), []);
});

test('a refused key is not repeated in the reply', async () => {
  const as = await anOwner(db);
  const secretKey = 'sk_test_nobodyKnowsThisKey0009';
  const reply = await server.call('stripe-connect', { name: 'Main', secretKey }, { as });
  assert.equal(reply.code, 422);
  assert.doesNotMatch(JSON.stringify(reply) + server.log.join(''), /nobodyKnowsThisKey/);
});

test('the seller’s data download holds no secret, sealed or not', async () => {
  const { id } = await server.ask('download-user-data', {}, { as: seller });
  const job = { signal: new AbortController().signal, jobId: 'job', retryCount: 0 };
  await exportData(server.services)({ exportId: id }, job);
  const { url } = await server.ask('download-data-export', { id }, { as: seller });
  const path = join(server.services.config.dataDir, 'all.zip');
  writeFileSync(path, Buffer.from(await (await server.send(url)).arrayBuffer()));
  const zip = readZip(path);
  const { rows } = await db.pool.query<{ sealed: string }>(
    `select sealed from ai_keys where agency_id = $1
     union all select sealed_key from stripe_accounts where id = $2`,
    [seller.agencyId, account.id],
  );
  assert.equal(rows.length, 2);
  const texts = zip.names.filter((name) => /\.(json|html|css)$/.test(name)).map((name) => zip.text(name));
  assert.ok(texts.length > 10);
  assert.deepEqual(
    texts.flatMap((text) => [...secretsIn(text), ...rows.filter(({ sealed }) => text.includes(sealed))]),
    [],
  );
});

test('no row of the database and no line of the log holds a secret in plain text', async () => {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  assert.ok(tables.length > 50);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.flatMap(({ row }) => secretsIn(row)).map(() => name));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(secretsIn(server.log.join('\n')), []);
});
