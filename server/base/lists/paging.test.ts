import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mostCounted } from '#rules/lists.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer();

test('the total of a list stops at `mostCounted` + 1', async () => {
  const as = await anotherAgency(server.db);
  const add = (streams: number) =>
    server.db.pool.query(
      `insert into streams (agency_id, type, title) select $1, 'text', 'Bread' from generate_series(1, $2::int)`,
      [as.agencyId, streams],
    );
  const total = async (search: string) => (await server.ask('fetch-streams', { search }, { as })).total;
  await add(mostCounted);
  assert.deepEqual([await total(''), await total('bread'), await total('cake')], [mostCounted, mostCounted, 0]);
  await add(20);
  assert.deepEqual([await total(''), await total('bread')], [mostCounted + 1, mostCounted + 1]);
});
