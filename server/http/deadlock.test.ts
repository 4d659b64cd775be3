import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Handlers } from '../handlers.ts';
import { handlers } from '../calls.ts';
import { aServer } from '../testing.ts';

test('a call that PostgreSQL ends to break a deadlock is done again, a few times', async () => {
  let tries = 0;
  const broken: Pick<Handlers, 'delete-stream'> = {
    'delete-stream': async (_input, { tx }) => {
      tries += 1;
      if (tries !== 3) await sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(tx);
      return { message: 'done', data: null };
    },
  };
  const server = await aServer({ handlers: { ...handlers, ...broken } });
  assert.equal((await server.call('delete-stream', { id: '1' })).code, 200);
  assert.equal((await server.call('delete-stream', { id: '1' })).code, 500);
  assert.equal(tries, 8);
});
