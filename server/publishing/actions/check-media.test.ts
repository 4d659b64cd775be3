import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import type { Limits } from '#networks/network.ts';
import { aNetwork, aSchedule, deliveriesOf } from '../testing.ts';
import { aServer } from '../../app/testing/server.ts';
import { checkMedia } from './check-media.job.ts';

const clock = { now: new Date('2026-06-01T12:00:00Z') };
const base = aNetwork({ id: 'twitter' }).network;
const limits: Limits = { ...base.limits, videoSeconds: 140 };
const server = await aServer({ networks: { twitter: { ...base, limits } }, clock: () => clock.now });
const { db } = server;
const work = () =>
  checkMedia(server.services)({}, { signal: new AbortController().signal, jobId: 'job', retryCount: 0 });

/** A daily schedule from 12:00 today whose items are videos of these lengths; the first is due a minute from now. */
async function videos(seconds: readonly number[]) {
  const made = await aSchedule(db, { network: 'twitter', items: seconds.length, origin: '2026-06-01 12:01' });
  for (const [index, length] of seconds.entries()) {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, width, height, duration_ms)
        values ($1, $2, 'video', 'video/mp4', 1000, '', 640, 360, $3) returning id`,
      [made.agencyId, `${randomBytes(8).toString('hex')}.mp4`, length * 1000],
    );
    await db.pool.query('update items set file_id = $2 where id = $1', [made.itemIds[index], rows[0]?.id]);
  }
  return made;
}

test('a file that cannot be made to fit fails a day ahead with its reason; later posts wait', async () => {
  clock.now = new Date('2026-06-01T12:00:00Z');
  const { scheduleId } = await videos([192, 60, 192]);
  await work();
  const states = async () =>
    (await deliveriesOf(db, scheduleId)).map(({ state, message, occurrence }) => [state, message, occurrence]);
  const tooLong = 'This video is 3:12 long; Twitter takes at most 2:20.';
  assert.deepEqual(await states(), [
    ['failed', tooLong, 'failed'],
    ['scheduled', '', 'scheduled'],
    ['scheduled', '', 'scheduled'],
  ]);
  clock.now = new Date('2026-06-02T12:30:00Z');
  await work();
  assert.deepEqual(await states(), [
    ['failed', tooLong, 'failed'],
    ['scheduled', '', 'scheduled'],
    ['failed', tooLong, 'failed'],
  ]);
});

test('a file that is known to fit is not checked again', async () => {
  clock.now = new Date('2026-06-01T12:00:00Z');
  const { agencyId } = await videos([60]);
  await work();
  await work();
  const { rows } = await db.pool.query('select state from media_fits where agency_id = $1', [agencyId]);
  assert.deepEqual(rows, [{ state: 'fits' }]);
});

test('posts without media are not checked', async () => {
  clock.now = new Date('2026-06-01T12:00:00Z');
  const { scheduleId } = await aSchedule(db, { network: 'twitter', origin: '2026-06-01 12:01' });
  await work();
  assert.deepEqual(
    (await deliveriesOf(db, scheduleId)).map(({ state }) => state),
    ['scheduled'],
  );
});
