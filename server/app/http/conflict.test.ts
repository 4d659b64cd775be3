import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import type { Handlers } from '../../base/handlers.ts';
import { handlers } from '../processes/calls.ts';
import { aServer } from '../testing/server.ts';

for (const [conflict, code] of Object.entries({ 'a deadlock': '40P01', 'a changed row': '40001' }))
  test(`a call that PostgreSQL ends because of ${conflict} is repeated, at most five times`, async () => {
    let tries = 0;
    const broken = {
      'delete-stream': async (_input, { tx }) => {
        tries += 1;
        if (tries !== 3)
          await sql.raw(`do $$ begin raise exception 'a conflict' using errcode = '${code}'; end $$`).execute(tx);
        return { message: 'done', data: null };
      },
    } satisfies Partial<Handlers>;
    const server = await aServer({ handlers: { ...handlers, ...broken } });
    assert.equal((await server.call('delete-stream', { id: '1' })).code, 200);
    assert.equal((await server.call('delete-stream', { id: '1' })).code, 500);
    assert.equal(tries, 8);
  });
