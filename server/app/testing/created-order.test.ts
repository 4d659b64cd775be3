/** Lists are ordered by the time of creation, whatever order the ids of their rows have. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anotherAgency, aServer } from './server.ts';

const server = await aServer();
const lists = {
  'fetch-streams': `insert into streams (agency_id, type, title, created_at) select $1, 'text', n::text, at`,
  'fetch-videos': `insert into videos (agency_id, name, project, created_at, updated_at)
    select $1, n::text, '{}', at, at`,
  'fetch-thumbnails': `insert into designs (agency_id, name, document, created_at, updated_at)
    select $1, n::text, '{}', at, at`,
} as const;

for (const call of ['fetch-streams', 'fetch-videos', 'fetch-thumbnails'] as const)
  test(`${call} lists rows by the time of creation, those of one time by id, in pages`, async () => {
    const as = await anotherAgency(server.db);
    // The larger the number, the older; three rows share each time, and the pages end within such a group.
    const { rows } = await server.db.pool.query<{ id: string }>(
      `${lists[call]}
       from generate_series(1, 60) n, lateral (select '2026-06-01'::timestamptz - n / 3 * interval '1 us') times (at)
       returning id`,
      [as.agencyId],
    );
    const ids = rows.map(({ id }) => id);
    const three = (n: number): number => Math.trunc((n + 1) / 3);
    const oldestFirst = ids.toSorted(
      (a, b) => three(ids.indexOf(b)) - three(ids.indexOf(a)) || ids.indexOf(a) - ids.indexOf(b),
    );
    const listed = async (sort: 'created' | '-created'): Promise<string[]> => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { items, next } = await server.ask(call, { sort, cursor }, { as });
        found.push(...items.map(({ id }) => id));
        cursor = next ?? undefined;
      } while (cursor !== undefined);
      return found;
    };
    assert.deepEqual(await listed('created'), oldestFirst);
    assert.deepEqual(await listed('-created'), oldestFirst.toReversed());
  });
