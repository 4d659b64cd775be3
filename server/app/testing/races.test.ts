/** Two browsers at once: in any order, no post stays planned for a deleted row. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Name, Sent } from '#contract/index.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import type { Network } from '#networks/network.ts';
import { aNetwork } from '../../publishing/testing.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { allStatements } from '../../publishing/statement.ts';
import { runOn } from '../../publishing/statements.ts';
import { aClient, aServer, type TestReply } from './server.ts';

let connecting: () => Promise<void> = () => Promise.resolve();
const { network } = aNetwork({ id: 'medium' });
const medium: Network = {
  ...network,
  connect: async ({ access_token: token = '' }) => {
    await connecting();
    return {
      kind: 'connected',
      account: { externalId: token, username: token, profile: {}, credentials: { accessToken: token } },
    };
  },
};
const server = await aServer({ networks: { medium } });

/** A client with an account and a stream of one text. */
async function aPlannedText() {
  const client = await aClient(server.db, server.owner);
  const account = await server.ask('save-medium', { user_id: client.id, access_token: `token-${client.id}` });
  const [stream] = await server.ask('content-stream', { type: 'text', title: 'Stream', description: 'Words' });
  const streamId = stream?.id ?? '';
  const [item] = await server.ask('text-stream', {
    content_stream_id: streamId,
    description: JSON.stringify([{ value: 'Words' }]),
  });
  const save: Sent<'save-scheduler'> = {
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: [account.id],
    schedule_date: '2035-01-01',
    hours: '10',
    minutes: '00',
    timezone: 'UTC',
    schedule_type: 'daily',
    re_purpose: 0,
  };
  return { client, account, streamId, itemId: item?.id ?? '', save };
}

/** The posts that are still planned although their client, account, stream, item or schedule is deleted. */
async function orphans(): Promise<number> {
  const { rows } = await server.db.pool.query<{ n: number }>(`
    select count(*)::int as n
    from deliveries d
    join schedules s on s.id = d.schedule_id
    join users u on u.id = s.user_client_id
    join streams st on st.id = s.stream_id
    join social_accounts a on a.id = d.account_id
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    where d.state in ('scheduled', 'waiting', 'missed')
      and coalesce(s.deleted_at, u.deleted_at, st.deleted_at, a.deleted_at, i.deleted_at) is not null`);
  return rows[0]?.n ?? 0;
}

/** Blocks the second statement on a row of `table`, so that both calls are in progress at once. */
async function together(
  first: () => Promise<TestReply>,
  second: () => Promise<TestReply>,
  table: string,
): Promise<TestReply[]> {
  const gate = await server.db.pool.connect();
  try {
    await gate.query('begin');
    await gate.query(`lock table ${table} in share mode`);
    const one = first();
    await waitsForLock(server.db, one);
    const two = second();
    await waitsForLock(server.db, Promise.race([one, two]), { count: 2 });
    await gate.query('commit');
    return await Promise.all([one, two]);
  } finally {
    gate.release(true); // with its lock, if no call waited for it
  }
}

type Stage = Awaited<ReturnType<typeof aPlannedText>>;
const call =
  <N extends Name>(name: N, input: Sent<N>) =>
  (): Promise<TestReply> =>
    server.call(name, input);
const deletions: readonly [string, (stage: Stage) => () => Promise<TestReply>][] = [
  ['a client is deleted', ({ client }) => call('delete-client', { client_id: client.id })],
  ['an account is deleted', ({ account }) => call('delete-social', { id: account.id })],
  ['a stream is deleted', ({ streamId }) => call('delete-stream', { id: streamId })],
  ['an item is deleted', ({ itemId }) => call('delete-stream-file', { id: itemId })],
];
for (const [title, deletion] of deletions) {
  for (const table of ['schedules', 'occurrences']) {
    test(`while a schedule is saved, ${title}: no post stays planned (both meet at ${table})`, async () => {
      const stage = await aPlannedText();
      const replies = await together(() => server.call('save-scheduler', stage.save), deletion(stage), table);
      assert.ok(
        replies.every(({ code }) => [200, 404, 422].includes(code)),
        JSON.stringify(replies),
      );
      assert.equal(await orphans(), 0);
    });
  }
}

type Changes = Stage & { others: readonly string[]; deletedAt: string };
const words = { title: 'Other', description: 'Other words' };
const changes: readonly [string, (stage: Changes) => () => Promise<TestReply>][] = [
  ...deletions,
  ['an item is reworded', ({ itemId }) => call('update-stream', { id: itemId, ...words })],
  [
    'items are reworded',
    ({ streamId, itemId }) =>
      call('update-stream-items', { content_stream_id: streamId, items: [{ id: itemId, ...words }] }),
  ],
  [
    'items are deleted',
    ({ streamId, itemId }) => call('delete-stream-files', { content_stream_id: streamId, ids: [itemId] }),
  ],
  [
    'an item is restored',
    ({ streamId, others: [id = ''], deletedAt }) =>
      call('restore-stream-files', { content_stream_id: streamId, ids: [id], deleted_at: deletedAt }),
  ],
  [
    'the order changes',
    ({ streamId, itemId, others }) =>
      call('reorder-stream', { content_stream_id: streamId, ids: [...others.slice(1), itemId] }),
  ],
  ['an item moves', ({ itemId, others }) => call('move-stream-item', { id: itemId, after_id: others.at(-1) ?? null })],
];
for (const [title, change] of changes) {
  test(`while a round ends, ${title}: it finds every row free`, async () => {
    const stage = await aPlannedText();
    const { id } = await server.ask('save-scheduler', { ...stage.save, re_purpose: 1 });
    const more = await server.ask('text-stream', {
      content_stream_id: stage.streamId,
      description: JSON.stringify([{ value: 'Deleted' }, { value: 'Last' }]),
    });
    const others = more.map((item) => item.id);
    const gone = await server.ask('delete-stream-files', {
      content_stream_id: stage.streamId,
      ids: others.slice(0, 1),
    });
    const text = (name: string): string =>
      allStatements().find((statement) => statement.name === name)?.text ?? assert.fail(name);
    const worker = await server.db.pool.connect();
    try {
      await worker.query('begin');
      await worker.query('select from schedules where id = $1 for no key update', [id]);
      const changing = change({ ...stage, others, deletedAt: gone.deleted_at })();
      await waitsForLock(server.db, changing);
      await worker.query(`${text('list-round-items')} nowait`, [stage.streamId, id]);
      await worker.query(`${text('list-round-accounts')} nowait`, [id]);
      await worker.query('commit');
      assert.equal((await changing).code, 200);
    } finally {
      worker.release(true); // with its locks, if it has not come to an end
    }
  });
}

test('an account that is connected while its client is deleted does not stay', async () => {
  const { client } = await aPlannedText();
  connecting = async () => {
    connecting = () => Promise.resolve();
    await server.ask('delete-client', { client_id: client.id });
  };
  assert.equal((await server.call('save-medium', { user_id: client.id, access_token: 'late' })).code, 404);
  const replies = await (async () => {
    const stage = await aPlannedText();
    const both = await together(
      () => server.call('save-medium', { user_id: stage.client.id, access_token: 'at-once' }),
      call('delete-client', { client_id: stage.client.id }),
      'audit_entries',
    );
    return { both, id: stage.client.id };
  })();
  const { rows } = await server.db.pool.query('select from social_accounts where user_id = $1 and deleted_at is null', [
    replies.id,
  ]);
  assert.equal(rows.length, 0);
});

test('deleting the only account of a repeating schedule ends it, with no post planned', async () => {
  const { account, save } = await aPlannedText();
  const { id } = await server.ask('save-scheduler', { ...save, re_purpose: 1 });
  await server.ask('delete-social', { id: account.id });
  const { rows } = await server.db.pool.query<{ state: string; round: number }>(
    'select state, round from schedules where id = $1',
    [id],
  );
  assert.deepEqual([rows, await orphans()], [[{ state: 'stopped', round: 1 }], 0]);
});

test('sending a form twice makes one schedule, and deleting twice deletes once', async () => {
  const { save } = await aPlannedText();
  const [one, two] = await Promise.all([server.ask('save-scheduler', save), server.ask('save-scheduler', save)]);
  assert.equal(one.id, two.id);
  const replies = await Promise.all([
    server.call('delete-scheduler', { id: one.id }),
    server.call('delete-scheduler', { id: one.id }),
  ]);
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 404],
  );
  assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);
});
