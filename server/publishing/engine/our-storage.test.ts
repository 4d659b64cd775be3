import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { StorageAway } from '../../base/storage/storage.ts';
import { aStage } from '../testing-stage.ts';
import { watchStorage } from './our-storage.ts';

const db = await testDatabase();

test('a post whose file our storage does not give is tried again, and no network is blamed', async () => {
  const stage = await aStage(db);
  for (let round = 0; round < 8; round += 1) {
    stage.script.push(() => Promise.reject(new Error('upload', { cause: new StorageAway('our storage') })));
    await stage.worker.publishDue();
    const [delivery] = await stage.deliveries();
    assert.deepEqual([delivery?.state, delivery?.message], ['scheduled', deliveryMessages.storageAway]);
    if (delivery !== undefined) stage.clock.set(delivery.next_at);
  }
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

test('a storage that was away is noted, and a missing file is not', async () => {
  const open = (given: Error | null) => () => (given === null ? Promise.resolve(null) : Promise.reject(given));
  const others = { put: () => Promise.resolve(), delete: () => Promise.resolve() };
  const missing = watchStorage({ ...others, open: open(null) });
  assert.deepEqual([await missing.storage.open('a.png'), missing.wasAway()], [null, false]);
  const away = watchStorage({ ...others, open: open(new StorageAway('away')) });
  await assert.rejects(away.storage.open('a.png'), StorageAway);
  assert.equal(away.wasAway(), true);
});
