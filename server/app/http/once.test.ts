import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { outside, UserError } from '../../base/handlers.ts';
import { oldKeys } from '../../base/idempotency/index.ts';
import { deleteOld } from '../../base/retention/testing.ts';
import { handlers } from '../processes/calls.ts';
import { aMember, anotherAgency, aServer, type TestPerson } from '../testing/server.ts';

/** What the two calls of this file do; each test sets it. */
let work: () => Promise<void> = () => Promise.resolve();
let now = new Date('2026-03-01T10:00:00Z');
const nothing = { message: '', data: null };
const server = await aServer({
  clock: () => now,
  handlers: {
    ...handlers,
    'delete-idea': async () => {
      await work();
      return nothing;
    },
    'drop-upload': outside(async () => {
      await work();
      return nothing;
    }),
  },
});
const reply = z.object({ message: z.string(), errors: z.record(z.string(), z.string()).default({}) });

let keys = 0;
const newKey = (): string => `key-of-a-test-${String((keys += 1)).padStart(4, '0')}`;

async function press(
  name: string,
  { key, input = { id: '1' }, as = server.owner }: { key: string; input?: object; as?: TestPerson | null },
) {
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
  const response = await server.send(`/api/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: as === null ? headers : { ...headers, authorization: as.token },
  });
  const text = await response.text();
  const { errors } = reply.parse(JSON.parse(text));
  return {
    code: response.status,
    text,
    said: errors['idempotency_key'],
    waits: response.headers.get('retry-after'),
    isRepeated: response.headers.has('idempotent-replayed'),
  };
}

const stream = (title: string) => ({ title, description: 'D', type: 'text' });
const streamsOf = async ({ agencyId }: TestPerson): Promise<string[]> => {
  const { rows } = await server.db.pool.query<{ title: string }>(
    'select title from streams where agency_id = $1 order by title',
    [agencyId],
  );
  return rows.map(({ title }) => title);
};

describe('one key', () => {
  test('twenty requests at once with one key have one effect and one answer', async () => {
    const owner = await anotherAgency(server.db);
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => press('content-stream', { key, input: stream('Once'), as: owner })),
    );
    assert.deepEqual(new Set(answers.map(({ code }) => code)), new Set([200]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter(({ isRepeated }) => !isRepeated).length, 1);
    assert.deepEqual(await streamsOf(owner), ['Once']);
  });

  test('the key of one person is not found by another, of the same agency or of another', async () => {
    const owner = await anotherAgency(server.db);
    const [member, foreign] = [await aMember(server.db, owner), await anotherAgency(server.db)];
    const key = newKey();
    for (const as of [owner, member, foreign]) {
      const answer = await press('content-stream', { key, input: stream(`By ${as.id}`), as });
      assert.deepEqual([answer.code, answer.isRepeated], [200, false]);
    }
    assert.equal((await streamsOf(owner)).length, 2);
    assert.equal((await streamsOf(foreign)).length, 1);
    const seen = async (agencyId: string, userId: string) =>
      server.db.openedBy<{ held: string }, number>(
        `select set_config('app.agency_id', '${agencyId}', true), set_config('app.user_id', '${userId}', true)`,
        async (tx) => (await tx.selectFrom('idempotency_keys').select('call').execute()).length,
      );
    assert.deepEqual(
      [await seen(owner.agencyId, owner.id), await seen(foreign.agencyId, owner.id), await seen(owner.agencyId, '')],
      [1, 0, 0],
    );
  });

  for (const name of ['content-stream', 'drop-upload'] as const) {
    test(`${name} with a used key and other input is refused with 422`, async () => {
      const key = newKey();
      work = () => Promise.resolve();
      const inputs = name === 'content-stream' ? [stream('A'), stream('B')] : [{ id: '1' }, { id: '2' }];
      assert.equal((await press(name, { key, input: inputs[0] ?? {} })).code, 200);
      const other = await press(name, { key, input: inputs[1] ?? {} });
      assert.deepEqual([other.code, other.said], [422, 'other_input']);
    });
  }

  test('a used key with another call is refused with 422', async () => {
    const key = newKey();
    work = () => Promise.resolve();
    await press('delete-idea', { key });
    for (const name of ['drop-upload', 'delete-stream']) assert.equal((await press(name, { key })).code, 422);
  });

  test('a key of fewer than 16 or more than 255 characters is refused with 400', async () => {
    for (const key of ['short', 'x'.repeat(256)]) assert.equal((await press('delete-idea', { key })).code, 400);
  });

  test('a call that shows something ignores the key', async () => {
    const key = newKey();
    for (const keyword of ['a', 'b'])
      assert.equal((await press('fetch-streams', { key, input: { keyword } })).isRepeated, false);
  });
});

describe('a call that fails', () => {
  for (const name of ['delete-idea', 'drop-upload'] as const) {
    test(`${name} leaves no key, so that the same press runs again`, async () => {
      const key = newKey();
      work = () => Promise.reject(new UserError(messages.notFound, { status: 404 }));
      assert.equal((await press(name, { key })).code, 404);
      work = () => Promise.resolve();
      const again = await press(name, { key });
      assert.deepEqual([again.code, again.isRepeated], [200, false]);
    });
  }
});

describe('a call that still runs', () => {
  test('a call that opens its own transactions answers 409 to the same press until it has its answer', async () => {
    const key = newKey();
    const started = Promise.withResolvers<null>();
    const released = Promise.withResolvers<null>();
    work = async () => {
      started.resolve(null);
      await released.promise;
    };
    const first = press('drop-upload', { key });
    await started.promise;
    const second = await press('drop-upload', { key });
    assert.deepEqual([second.code, second.said, second.waits], [409, 'in_progress', '1']);
    released.resolve(null);
    assert.equal((await first).code, 200);
    work = () => Promise.reject(new Error('ran twice'));
    const third = await press('drop-upload', { key });
    assert.deepEqual([third.code, third.isRepeated, third.text], [200, true, (await first).text]);
  });

  test('the same press waits two seconds for a transaction, then answers 409', async () => {
    const key = newKey();
    const started = Promise.withResolvers<null>();
    const released = Promise.withResolvers<null>();
    work = async () => {
      started.resolve(null);
      await released.promise;
    };
    const first = press('delete-idea', { key });
    await started.promise;
    const second = await press('delete-idea', { key });
    assert.deepEqual([second.code, second.said, second.waits], [409, 'in_progress', '1']);
    released.resolve(null);
    assert.equal((await first).code, 200);
  });

  test('a call whose process was killed is never run again: after ten minutes its outcome is unknown', async () => {
    const { id, agencyId } = server.owner;
    const key = newKey();
    work = () => Promise.resolve();
    await press('drop-upload', { key });
    await server.db.pool.query(
      `update idempotency_keys set print = null, reply = null where caller = $1 and agency_id = $2 and created_at = $3`,
      [`user ${id}`, agencyId, now],
    );
    work = () => Promise.reject(new Error('ran twice'));
    assert.equal((await press('drop-upload', { key })).said, 'in_progress');
    now = new Date(now.getTime() + 600_000);
    const late = await press('drop-upload', { key });
    assert.deepEqual([late.code, late.said], [409, 'unknown_outcome']);
  });
});

test('an answer is kept for a day', async () => {
  const key = newKey();
  work = () => Promise.resolve();
  await press('delete-idea', { key });
  const clean = (hours: number) =>
    deleteOld(server.db, { retention: oldKeys, now: new Date(now.getTime() + hours * 3_600_000) });
  await clean(24);
  assert.equal((await press('delete-idea', { key })).isRepeated, true);
  await clean(25);
  assert.equal((await press('delete-idea', { key })).isRepeated, false);
});

test('the database holds neither the key nor the answer in a readable form', async () => {
  const key = newKey();
  const { text } = await press('content-stream', { key, input: stream('Readable-canary '.repeat(9)) });
  assert.match(text, /Readable-canary/);
  const { rows } = await server.db.pool.query<{ row: string }>(
    `select k::text || encode(reply, 'escape') as row from idempotency_keys k where reply is not null`,
  );
  for (const { row } of rows) assert.doesNotMatch(row, /canary|key-of-a-test/);
});
