/** Withdrawing an approval and passing the fence concurrently: one of them is first, and the other sees it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { waitsForLock } from '#db/testing-locks.ts';
import { testDatabase } from '#db/testing.ts';
import { askAboutItem } from './changes.ts';
import { fenceOf } from '../engine/fence.ts';
import { statement } from '../statement.ts';
import { runOn } from '../statements.ts';
import { aRoundToApprove } from './testing-approval.ts';

const db = await testDatabase({ max: 20 });

const withdraw = statement({
  name: 'test-withdraw',
  columns: {},
  text: `update deliveries set unapproved = true, state = 'scheduled', next_at = 'infinity', worker = null,
    lease_until = null where id = $1`,
});
const wait = statement({
  name: 'test-wait-for-approval',
  columns: {},
  text: `update approvals set state = 'waiting'`,
});
const lockSchedules = statement({
  name: 'test-lock-schedules',
  columns: {},
  text: 'select from schedules for update',
});
const approveNow = statement({
  name: 'test-approve-as-it-is',
  columns: {},
  text: `update approvals a set state = 'approved', fingerprint = content_fingerprint(i)
    from occurrences o join items i on i.id = o.item_id where o.id = a.occurrence_id`,
});
const free = statement({
  name: 'test-free-accounts',
  columns: {},
  text: `update social_accounts set free_at = '-infinity'`,
});

/** Starts `second` while `first` is done but not committed, and commits `first` once `second` waits for its lock. */
async function besides<T, R>(
  first: (run: ReturnType<typeof runOn>) => Promise<T>,
  second: () => Promise<R>,
): Promise<{ first: T; second: R }> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    const done = await first(runOn(client));
    const other = second();
    await waitsForLock(db, other);
    await client.query('commit');
    return { first: done, second: await other };
  } finally {
    client.release();
  }
}

test('if an approval is withdrawn while its post passes the fence, the first of the two wins', async () => {
  for (const isFenceFirst of [true, false]) {
    const stage = await aRoundToApprove(db);
    await stage.approve();
    stage.clock.pass(3600);
    const [row] = await stage.worker.claim();
    const { engine } = stage.worker;
    const passage = {
      deliveryId: row?.id ?? '',
      claim: row?.claim ?? 0,
      fingerprint: '',
      remoteIds: {},
      now: stage.clock.now(),
      leaseUntil: engine.leaseUntil(),
    };
    if (isFenceFirst) {
      const { first, second } = await besides(
        (run) => fenceOf(run, engine.worker)(passage),
        () => stage.withdraw(),
      );
      assert.deepEqual([first === null, second], [false, 0]);
      assert.deepEqual(await stage.states(), ['sending']);
    } else {
      const hold = async (run: ReturnType<typeof runOn>) => {
        await run(withdraw, [row?.id]);
        await run(wait, []);
        await run(free, []);
      };
      const { second } = await besides(hold, () => engine.records.passFence(passage));
      assert.equal(second, null);
      assert.deepEqual(await stage.states(), ['scheduled']);
    }
    await stage.inOrder();
  }
});

test('a changed post that its client approves meanwhile is not asked about again', async () => {
  const stage = await aRoundToApprove(db, { items: 1 });
  await stage.approve();
  await db.pool.query(`update items set description = 'Better words'`);
  const { rows } = await db.pool.query<{ id: string; user_id: string }>(
    'select i.id, u.id as user_id from items i, users u limit 1',
  );
  const [item] = rows;
  assert.ok(item);
  const { second: asked } = await besides(
    async (run) => {
      await run(lockSchedules, []);
      await run(approveNow, []);
    },
    () =>
      stage.inAgency((tx) =>
        askAboutItem(tx, { agencyId: stage.agencyId, itemId: item.id, userId: item.user_id, now: stage.clock.now() }),
      ),
  );
  assert.equal(asked, 0);
  const { rows: approvals } = await db.pool.query('select state from approvals');
  assert.deepEqual(approvals, [{ state: 'approved' }]);
});
