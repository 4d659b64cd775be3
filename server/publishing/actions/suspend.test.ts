import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openPausingStages } from './testing-pausing.ts';
import { restoreAgency, suspendAgency } from './suspend.ts';

const { aPausingStage, db } = await openPausingStages();

const hour = 3600;

async function aSuspendedStage(planned: Parameters<typeof aPausingStage>[0] = {}) {
  const stage = await aPausingStage(planned);
  const { agencyId, clock } = stage;
  const suspend = (id = agencyId) => db.asSystem((tx) => suspendAgency(tx, { agencyId: id, now: clock.now() }));
  const restore = (id = agencyId) => db.asSystem((tx) => restoreAgency(tx, { agencyId: id }));
  return { ...stage, suspend, restore };
}

const aSeller = async (sold: string): Promise<string> => {
  const { rows } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('Seller') returning id`);
  const id = rows[0]?.id ?? '';
  await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [id, sold]);
  return id;
};

test('a suspended agency’s posts are not claimed, and those due meanwhile go out once it has paid', async () => {
  const stage = await aSuspendedStage({ items: 2 });
  assert.equal(await stage.suspend(), true);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(hour);
  await stage.worker.sweep();
  assert.deepEqual([await stage.states(), stage.feed.length], [['scheduled', 'scheduled'], 0]);
  await stage.inOrder();
  assert.equal(await stage.restore(), true);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal((await stage.states())[0], 'published');
});

test('a post that was claimed when the agency was suspended does not pass the fence', async () => {
  const stage = await aSuspendedStage();
  stage.script.push(async (context, post) => {
    await stage.suspend();
    await context.fence({ payload: 'words' });
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['scheduled'], 0]);
  await stage.inOrder();
});

test('the fence refuses a suspended agency even if its claims were not taken back', async () => {
  const stage = await aSuspendedStage();
  stage.script.push(async (context, post) => {
    await db.pool.query('update agencies set lapsed_at = now() where id = $1', [stage.agencyId]);
    await context.fence({ payload: 'words' });
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['scheduled'], 0]);
});

test('a post that is too late after a suspension is missed and stays on record', async () => {
  const stage = await aSuspendedStage();
  await stage.suspend();
  stage.clock.pass(60 * 24 * hour);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['scheduled']);
  await stage.restore();
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed']);
  await stage.inOrder();
});

test('ending a pause does not end a suspension, and the reverse', async () => {
  const stage = await aSuspendedStage();
  await stage.pause(stage.targets.everything);
  await stage.suspend();
  await stage.worker.sweep();
  await stage.resume(stage.targets.everything);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.pause(stage.targets.client);
  await stage.restore();
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.resume(stage.targets.client);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('suspending a seller suspends all agencies that it has sold, at any depth', async () => {
  const stage = await aSuspendedStage();
  const seller = await aSeller(stage.agencyId);
  const top = await aSeller(seller);
  await stage.suspend(top);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.suspend(seller);
  await stage.restore(top);
  assert.equal(await stage.worker.publishDue(), 0, 'the seller between is still suspended');
  await stage.restore(seller);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a membership bought from a suspended seller begins suspended', async () => {
  const stage = await aSuspendedStage();
  await stage.suspend();
  const { rows } = await db.pool.query<{ suspended_at: Date | null }>(
    `insert into agencies (name, seller_agency_id) values ('Sold', $1) returning suspended_at`,
    [stage.agencyId],
  );
  assert.notEqual(rows[0]?.suspended_at, null);
});
