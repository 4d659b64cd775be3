import assert from 'node:assert/strict';
import { test } from 'vitest';
import { publishDelivery } from '../engine/publish.ts';
import type { Behaviour, Planned } from '../testing.ts';
import { moveOccurrence } from './move-one.ts';
import { openPausingStages } from './testing-pausing.ts';

const { aPausingStage, db } = await openPausingStages();

async function aMovingStage(planned: Planned = {}) {
  const stage = await aPausingStage(planned);
  const { agencyId, clock } = stage;
  const moveTo = async (at: string, index = 0, from?: string) => {
    const occurrences = [...new Set((await stage.deliveries()).map((row) => row.occurrence_id))];
    return db.asAgency(agencyId, (tx) =>
      moveOccurrence(tx, {
        agencyId,
        occurrenceId: occurrences[index] ?? '0',
        dueAt: new Date(at),
        from: from === undefined ? undefined : new Date(from),
        now: clock.now(),
      }),
    );
  };
  const times = async () => (await stage.deliveries()).map(({ due_at }) => due_at.toISOString().slice(5, 16));
  const goOn = async (until: string) => {
    clock.set(new Date(until));
    await stage.worker.sweep();
    await stage.worker.publishDue();
  };
  const titles = () => stage.feed.map(({ title }) => title);
  return { ...stage, moveTo, times, goOn, titles };
}

test('a moved post goes out at its new time at all of its accounts, once, and the other posts stay', async () => {
  const stage = await aMovingStage({ items: 3, accounts: 2, origin: '2026-06-02 12:00' });
  assert.equal(await stage.moveTo('2026-06-03T18:30Z'), 'moved');
  assert.deepEqual(await stage.times(), [
    '06-03T18:30',
    '06-03T18:30',
    '06-03T12:00',
    '06-03T12:00',
    '06-04T12:00',
    '06-04T12:00',
  ]);
  await stage.goOn('2026-06-02T12:00Z');
  assert.deepEqual(stage.titles(), []);
  await stage.goOn('2026-06-03T12:00Z');
  assert.deepEqual(stage.titles(), ['item 2', 'item 2']);
  await stage.goOn('2026-06-03T18:30Z');
  await stage.goOn('2026-06-03T18:31Z');
  assert.deepEqual(stage.titles(), ['item 2', 'item 2', 'item 1', 'item 1']);
  await stage.inOrder();
});

test('moving a claimed post takes it from its worker and frees its account', async () => {
  const stage = await aMovingStage({ items: 2 });
  const [row] = await stage.worker.claim();
  assert.ok(row);
  assert.equal(await stage.moveTo('2026-06-02T18:00Z'), 'moved');
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([stage.titles(), await stage.states()], [[], ['scheduled', 'scheduled']]);
  await stage.goOn('2026-06-02T18:00Z');
  await stage.goOn('2026-06-02T18:01Z');
  assert.deepEqual(stage.titles().toSorted(), ['item 1', 'item 2']);
  await stage.inOrder();
});

const refusals: { what: string; behaviour?: Behaviour; refusal: string }[] = [
  { what: 'that is out at one of its accounts', refusal: 'out' },
  {
    what: 'with an unknown outcome',
    behaviour: async (context, post) => {
      await context.fence({ payload: 'words' });
      post();
      return { kind: 'unknown', message: 'cut off' };
    },
    refusal: 'uncertain',
  },
  {
    what: 'that its network is still processing',
    behaviour: async (context) => {
      await context.fence({ payload: 'words' });
      return { kind: 'processing', ticket: { id: 't' }, checkAfterSeconds: 60 };
    },
    refusal: 'under-way',
  },
];
for (const { what, behaviour, refusal } of refusals) {
  test(`a post ${what} cannot be moved at its other accounts`, async () => {
    const stage = await aMovingStage({ accounts: 2 });
    if (behaviour) stage.script.push(behaviour);
    const [row] = await stage.worker.claim(1);
    assert.ok(row);
    await publishDelivery(stage.worker.engine, row);
    const before = await stage.deliveries();
    assert.equal(await stage.moveTo('2026-06-02T18:00Z'), refusal);
    assert.deepEqual(await stage.deliveries(), before);
  });
}

test('a cancelled post, or one of a deleted schedule, cannot be moved', async () => {
  const stage = await aMovingStage();
  await db.pool.query("update deliveries set state = 'cancelled', next_at = 'infinity'");
  assert.equal(await stage.moveTo('2026-06-02T18:00Z'), 'nothing-waits');
  await db.pool.query('update schedules set deleted_at = now()');
  assert.equal(await stage.moveTo('2026-06-02T18:00Z'), 'not-found');
});

test('a post is not moved if its time is no longer the one that the person saw', async () => {
  const stage = await aMovingStage();
  assert.equal(await stage.moveTo('2026-06-02T18:00Z', 0, '2026-06-01T12:00Z'), 'moved');
  assert.equal(await stage.moveTo('2026-06-02T19:00Z', 0, '2026-06-01T12:00Z'), 'changed');
  assert.deepEqual(await stage.times(), ['06-02T18:00']);
});

test('a missed post that is moved goes out at its new time', async () => {
  const stage = await aMovingStage();
  stage.clock.set(new Date('2026-06-03T12:00Z'));
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed']);
  assert.equal(await stage.moveTo('2026-06-04T18:00Z'), 'moved');
  await stage.goOn('2026-06-04T18:00Z');
  assert.deepEqual([await stage.states(), stage.titles()], [['published'], ['item 1']]);
  await stage.inOrder();
});

test('a pause still holds a moved post at its new time', async () => {
  const stage = await aMovingStage();
  await stage.pause(stage.targets.client);
  assert.equal(await stage.moveTo('2026-06-02T18:00Z'), 'moved');
  await stage.goOn('2026-06-02T18:00Z');
  assert.deepEqual(stage.titles(), []);
  await stage.inOrder();
  await stage.resume(stage.targets.client);
  await stage.goOn('2026-06-02T18:01Z');
  assert.deepEqual(stage.titles(), ['item 1']);
});

test('a moved post without its client’s approval is held at its new time', async () => {
  const stage = await aMovingStage({ needsApproval: true });
  assert.equal(await stage.moveTo('2026-06-02T18:00Z'), 'moved');
  await stage.goOn('2026-06-02T18:00Z');
  assert.deepEqual([await stage.states(), stage.titles()], [['scheduled'], []]);
  await stage.inOrder();
});

test('a post moved to the time of another post of its account goes out one pace later', async () => {
  const stage = await aMovingStage({ items: 2, gapSeconds: 900, origin: '2026-06-02 12:00' });
  assert.equal(await stage.moveTo('2026-06-03T12:00Z'), 'moved');
  await stage.goOn('2026-06-03T12:00Z');
  await stage.goOn('2026-06-03T12:14Z');
  assert.equal(stage.titles().length, 1);
  await stage.goOn('2026-06-03T12:15Z');
  assert.equal(stage.titles().length, 2);
});

test('the round after a moved post follows the plan again, from the step after the last one', async () => {
  const stage = await aMovingStage({ items: 2, repurpose: true, origin: '2026-06-02 12:00' });
  assert.equal(await stage.moveTo('2026-06-05T18:00Z', 1), 'moved');
  await stage.goOn('2026-06-02T12:00Z');
  await stage.goOn('2026-06-05T18:00Z');
  assert.deepEqual(await stage.times(), ['06-02T12:00', '06-05T18:00', '06-06T12:00', '06-07T12:00']);
  await stage.inOrder();
});

test('a post moved back to its step follows its schedule again', async () => {
  const stage = await aMovingStage({ origin: '2026-06-02 12:00' });
  const isMoved = async () =>
    (await db.pool.query<{ moved: boolean }>('select moved from occurrences')).rows.map(({ moved }) => moved);
  await stage.moveTo('2026-06-05T18:00Z');
  assert.deepEqual(await isMoved(), [true]);
  await stage.moveTo('2026-06-02T12:00Z');
  assert.deepEqual(await isMoved(), [false]);
});
