import assert from 'node:assert/strict';
import { test } from 'vitest';
import { randomOf } from '../random.ts';
import { openSimulationDatabase, type SimulationDatabase } from './database.ts';
import type { Answer } from './sessions.ts';

test('the seed chooses which session waiting for a row comes next, and only that one continues', async () => {
  await using database = await openSimulationDatabase();
  const orders: number[][] = [];
  for (const seed of [1, 1, 2, 3, 4, 5]) orders.push(await queueUp(database, seed));
  assert.deepEqual(orders[0], orders[1]);
  assert.ok(new Set(orders.map(String)).size > 1, 'other seeds choose otherwise');
  for (const order of orders) assert.deepEqual(new Set(order), new Set([1, 2, 3, 4]));
});

test('when an error is reported, the locks of its transaction are free', async () => {
  await using database = await openSimulationDatabase();
  await using people = await openPeople(database, { count: 2 });
  for (let time = 0; time < 10; time += 1) {
    await people.ask(0, 'begin');
    await people.ask(0, manyCursors);
    await people.ask(0, touch('reddit'));
    const waiting = await people.ask(1, touch('reddit'));
    const failing = await people.ask(0, 'select 1 / 0');
    assert.equal((await failing.answer).kind, 'error');
    assert.equal(await people.letOneGoOn(), true);
    assert.equal((await waiting.answer).kind, 'answer');
    await people.ask(0, 'rollback');
  }
});

test('of two sessions that wait for each other the later one gets a deadlock, and the other continues', async () => {
  await using database = await openSimulationDatabase();
  await using people = await openPeople(database, { count: 2 });
  for (const index of [0, 1]) await people.ask(index, 'begin');
  await people.ask(0, touch('reddit'));
  await people.ask(1, touch('vimeo'));
  const earlier = await people.ask(0, touch('vimeo'));
  const later = await people.ask(1, touch('reddit'));
  while (await people.letOneGoOn());
  const told = await later.answer;
  assert.equal(told.kind === 'error' && told.error instanceof Error && told.error.message, 'deadlock detected');
  assert.equal((await earlier.answer).kind, 'answer');
  assert.equal(people.deadlocks(), 1);
});

/** Enough rows that the end of a transaction takes some time. */
const manyCursors =
  `do $$ begin for number in 1..3000 loop execute format('declare c%s cursor for select 1', ` +
  'number); end loop; end $$';
const touch = (network: string): string => `update network_waits set until = until where network = '${network}'`;

/** Makes four sessions wait for a row that a fifth holds; returns the order in which they get it. */
async function queueUp(database: SimulationDatabase, seed: number): Promise<number[]> {
  await using people = await openPeople(database, { count: 5, seed });
  const order: number[] = [];
  for (const index of [0, 1, 2, 3, 4]) {
    await people.ask(index, 'begin');
    const { answer } = await people.ask(index, touch('reddit'));
    if (index > 0) void answer.then(() => order.push(index));
  }
  for (let had = 0; had < 4; had += 1) {
    await people.ask(order.at(-1) ?? 0, 'commit');
    while (await people.letOneGoOn());
    assert.equal(order.length, had + 1);
  }
  return order;
}

/** Sessions that compete for two rows. Their transactions are rolled back in the end. */
async function openPeople(
  { sessions, client }: SimulationDatabase,
  { count, seed = 1 }: { count: number; seed?: number },
) {
  await client.query(
    `insert into network_waits (network, until) values ('reddit', now()), ('vimeo', now()) on conflict do nothing`,
  );
  const random = randomOf(seed);
  const all = await Promise.all(Array.from({ length: count }, () => sessions.take()));
  let deadlocks = 0;
  return {
    /** Resolves once the statement is answered or waits for a lock. */
    ask: async (index: number, text: string): Promise<{ answer: Promise<Answer<unknown>> }> => {
      const session = all[index];
      if (session === undefined) throw new Error(`there is no session ${index}`);
      if (text === 'begin') session.inTransaction = true;
      const { promise: answer, resolve } = Promise.withResolvers<Answer<unknown>>();
      await sessions.run(
        session,
        () => session.client.query(text),
        async (given) => {
          if (/^(commit|rollback)$/.test(text)) session.inTransaction = false;
          resolve(given);
        },
      );
      return { answer };
    },
    letOneGoOn: () =>
      sessions.letOneGoOn({
        random,
        onDeadlock: () => {
          deadlocks += 1;
        },
      }),
    deadlocks: () => deadlocks,
    [Symbol.asyncDispose]: async () => {
      for (const session of all) await sessions.giveBack(session);
    },
  };
}
