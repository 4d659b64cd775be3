import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import type { Media } from '#networks/network.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf } from '../testing.ts';
import type { FitMedia } from './content.ts';

const db = await testDatabase();

/** Publishes one picture; returns the delivery and the media that the adapter got. */
async function publishPicture(fitMedia: FitMedia) {
  const clock = aClock();
  const { network } = aNetwork();
  const got: (Media | null)[] = [];
  const watched = {
    ...network,
    publish: (...given: Parameters<typeof network.publish>) => (got.push(given[0].media), network.publish(...given)),
  };
  const made = await aSchedule(db);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256) values ($1::bigint,
      'picture-' || $1::text || '.png', 'image', 'image/png', 5000000, '') returning id`,
    [made.agencyId],
  );
  await db.pool.query('update items set file_id = $2 where id = $1', [made.itemIds[0], rows[0]?.id]);
  const worker = aWorker(db, { networks: { telegram: watched }, clock, fitMedia });
  await worker.publishDue();
  const [delivery] = await deliveriesOf(db, made.scheduleId);
  return { delivery, got };
}

test('the adapter gets the version of a file that fits', async () => {
  const { delivery, got } = await publishPicture(({ media }) =>
    Promise.resolve({ ...media, fileName: 'smaller.jpg', sizeBytes: 100 }),
  );
  assert.equal(delivery?.state, 'published');
  assert.deepEqual(
    got.map((media) => media?.fileName),
    ['smaller.jpg'],
  );
});

test('a file that cannot be made to fit fails with its reason, and the network gets no request', async () => {
  const { delivery, got } = await publishPicture(() =>
    Promise.resolve({ unfit: 'This picture is too long and narrow for Telegram.' }),
  );
  assert.deepEqual(
    [delivery?.state, delivery?.message, got.length],
    ['failed', 'This picture is too long and narrow for Telegram.', 0],
  );
});

test('an error while fitting a file sends nothing, and the post is tried again', async () => {
  const { delivery, got } = await publishPicture(() => Promise.reject(new Error('the disk is full')));
  assert.deepEqual([delivery?.state, got.length], ['scheduled', 0]);
});
