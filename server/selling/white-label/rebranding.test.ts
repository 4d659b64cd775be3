import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { passwordChangedMail } from '../../base/mail/index.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, aMember, anOwner, aServer } from '../../app/testing/server.ts';

const server = await aServer();
const png = await aPicture('png');
await server.db.pool.query(`update users set membership = 'enterprise' where id = $1`, [server.owner.id]);
const logo = { field: 'logo', name: 'logo.png', bytes: png };
const save = (name: string) => server.upload('wl-rebranding', { name }, logo);

test('an agency without a rebranding sees the brand of the product', async () => {
  assert.deepEqual(await server.ask('fetch-wl-rebranding', {}), []);
  assert.equal((await server.ask('fetch-user', {})).brand, null);
});

test('the first rebranding needs a logo, later ones keep theirs', async () => {
  const without = await server.call('wl-rebranding', { name: 'Bright' });
  assert.deepEqual([without.code, without.message], [422, messages.logoMissing]);
  const first = await save('Bright');
  assert.ok(first.status, first.message);
  const [saved] = first.data;
  const [renamed] = await server.ask('wl-rebranding', { name: 'Brighter' });
  assert.deepEqual(renamed, { ...saved, name: 'Brighter' });
});

test('owner, member and client of the agency see its brand, other agencies do not', async () => {
  await save('Bright');
  const member = await aMember(server.db, server.owner);
  const client = await aClient(server.db, server.owner);
  for (const as of [server.owner, member, client]) {
    const { brand } = await server.ask('fetch-user', {}, { as });
    assert.equal(brand?.name, 'Bright');
    assert.match(brand.logo ?? '', /^\/files\//);
  }
  const otherAgency = await anOwner(server.db, { membership: 'enterprise' });
  assert.equal((await server.ask('fetch-user', {}, { as: otherAgency })).brand, null);
});

test('a sold agency sees the brand of its seller, until it has its own', async () => {
  await save('Seller');
  const buyer = await anOwner(server.db, { membership: 'enterprise', isWhiteLabel: true });
  await server.db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [
    server.owner.agencyId,
    buyer.agencyId,
  ]);
  assert.equal((await server.ask('fetch-user', {}, { as: buyer })).brand?.name, 'Seller');
  const own = await server.upload('wl-rebranding', { name: 'Own' }, logo, { as: buyer });
  assert.ok(own.status, own.message);
  assert.equal((await server.ask('fetch-user', {}, { as: buyer })).brand?.name, 'Own');
});

test('mails, the key of an authenticator app and the audit log carry the brand', async () => {
  await save('Bright');
  const { uri } = await server.ask('start-second-factor', {});
  assert.equal(new URL(uri).searchParams.get('issuer'), 'Bright');
  await server.db.asAgency(server.owner.agencyId, (tx) => passwordChangedMail(tx, server.owner));
  assert.deepEqual(
    (await queued(server.db, jobs.sendMail, { to: server.owner.email })).map(({ subject }) => subject),
    ['Your Bright password has been changed'],
  );
});

test('only its own agency can remove a rebranding, and the logo is removed with it', async () => {
  const saved = await save('Gone soon');
  assert.ok(saved.status);
  const [{ id, logo: address } = { id: '', logo: '' }] = saved.data;
  const otherAgency = await anOwner(server.db, { membership: 'enterprise' });
  assert.equal((await server.call('delete-wl', { id }, { as: otherAgency })).code, 404);
  await server.ask('delete-wl', { id });
  assert.deepEqual(await server.ask('fetch-wl-rebranding', {}), []);
  assert.equal((await server.send(address ?? '')).status, 404);
  assert.equal((await server.call('delete-wl', { id })).code, 404);
});

for (const [what, name, bytes] of [
  ['a text named like a picture', 'logo.png', Buffer.from('no picture')],
  ['a drawing in SVG', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
] as const) {
  test(`${what} is not a logo`, async () => {
    const reply = await server.upload('wl-rebranding', { name: 'Bright' }, { field: 'logo', name, bytes });
    assert.equal(reply.code, 422);
    assert.deepEqual(reply.status ? [] : Object.keys(reply.errors), ['logo']);
  });
}
