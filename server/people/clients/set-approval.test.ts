/** Whether a client approves: who may set it, and the effect on planned posts. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { aClient, aMember } from '../../app/testing/server.ts';
import { anApprovalStage } from '../../planning/approvals/testing.ts';

const { server, clock, worker, aPlannedClient, editClient, setApproval, auditOf, clear } = await anApprovalStage();
const hour = 3600;
const pick = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
  id,
  fingerprint,
  decision,
});
const inOrder = async () => assert.deepEqual(await checkLedger(runOn(server.db.pool)), []);
const clientNow = async ({ id }: { id: string }) => {
  const [client] = (await server.ask('fetch-app-client', { id })).items;
  return [client?.approval, client?.approval_waiting];
};
const itemsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await server.db.pool.query<{ id: string }>(
      'select i.id::text as id from items i join occurrences o on o.item_id = i.id join schedules s on s.id = ' +
        'o.schedule_id where s.user_client_id = $1 order by i.sequence',
      [id],
    )
  ).rows.map((row) => row.id);
beforeEach(clear);

test('turning approval on covers posts scheduled later; planned posts go out as planned', async () => {
  const { client, schedule, waiting } = await aPlannedClient({ approval: 'none' });
  await setApproval(client, { approval: 'client' });
  assert.deepEqual([await waiting(), await clientNow(client)], [[], ['client', 0]]);
  clock.pass(hour);
  assert.equal(await worker.publishDue(), 1);
  await schedule();
  assert.equal((await waiting()).length, 2);
  assert.deepEqual(await clientNow(client), ['client', 2]);
  await inOrder();
});

test('turning approval on can also cover planned posts that are not out yet', async () => {
  const { client, waiting, posts } = await aPlannedClient({ approval: 'none' });
  clock.pass(hour);
  await worker.publishDue();
  await setApproval(client, { approval: 'client', approval_covers: true });
  assert.deepEqual(
    (await waiting()).map(({ title }) => title),
    ['Two'],
  );
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state ?? null),
    [null, 'waiting'],
  );
  clock.pass(2 * hour);
  assert.equal(await worker.publishDue(), 0);
  assert.deepEqual(
    (await auditOf(client)).map(({ action, details }) => [action, details['items']]),
    [
      ['approval-begun', 1],
      ['client-edited', undefined],
    ],
  );
  await inOrder();
});

test('turning approval on again asks only about posts whose content has changed since approval', async () => {
  const { client, as, waiting, posts } = await aPlannedClient({ words: ['One', 'Two'] });
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  await setApproval(client, { approval: 'none' });
  await server.ask('update-stream', {
    id: (await itemsOf(client))[0] ?? '',
    title: 'One',
    description: 'another content',
  });
  await setApproval(client, { approval: 'client', approval_covers: true });
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['waiting', 'approved'],
  );
  clock.pass(2 * hour);
  assert.equal(await worker.publishDue(), 1, 'only the post approved with its current content');
  await inOrder();
});

test('turning approval off requires a choice about waiting posts; sent-back ones stay sent back', async () => {
  const { client, as, waiting, posts } = await aPlannedClient({ words: ['One', 'Two', 'Three'] });
  const [first, second] = await waiting();
  assert.ok(first && second);
  await server.ask('send-back-post', { ...pick(first), comment: 'No' }, as);
  const asked = await editClient(client, { approval: 'none' });
  assert.deepEqual([asked.code, asked.message], [422, messages.approvalChooseEnding]);
  assert.deepEqual(await clientNow(client), ['client', 2]);
  await setApproval(client, { approval: 'none', approval_waiting: 'approve' });
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['sent-back', 'approved', 'approved'],
  );
  clock.pass(2 * hour);
  assert.equal(await worker.publishDue(), 1);
  await inOrder();
});

test('posts that keep waiting after approval is turned off can still be approved by the client', async () => {
  const { client, as, itemIds, waiting } = await aPlannedClient();
  await setApproval(client, { approval: 'none', approval_waiting: 'keep' });
  clock.pass(1.5 * hour);
  assert.equal(await worker.publishDue(), 0);
  await server.ask('update-stream', { id: itemIds[0] ?? '', title: 'One', description: 'Other words' });
  const shown = await waiting();
  assert.equal(shown.length, 2);
  const { moved } = await server.ask('approve-posts', { posts: shown.map(pick) }, as);
  assert.equal(moved.length, 1);
  await server.ask('update-stream', { id: itemIds[1] ?? '', title: 'Two', description: 'Other words' });
  assert.deepEqual(await waiting(), [], 'approval is no longer requested');
  await inOrder();
});

test('a later round of a schedule needs no approval once approval is off', async () => {
  const { client, as, posts, waiting } = await aPlannedClient({ words: ['One'], repurpose: true });
  await server.ask('approve-posts', { posts: (await waiting()).map(pick) }, as);
  await setApproval(client, { approval: 'none' });
  clock.pass(hour);
  await worker.publishDue();
  const [next] = await posts();
  assert.deepEqual([next?.round, next?.approval], [2, null]);
  await inOrder();
});

test('only the owner can change the approval setting, not a member and not the client', async () => {
  const client = await aClient(server.db, server.owner);
  const member = await aMember(server.db, server.owner);
  const reply = await editClient(client, { approval: 'client' }, member);
  assert.deepEqual([reply.code, reply.message], [403, messages.approvalSettingOwner]);
  assert.equal(
    (await editClient(client, { approval: 'none' }, member)).code,
    200,
    'setting the current value is no change',
  );
  await setApproval(client, { approval: 'client' }, client);
  assert.deepEqual(await clientNow(client), ['none', 0]);
  const added = await server.call('add-app-client', {
    name: 'Made',
    email: 'made@client.test',
    password: 'Sunny-Day1!',
    earning: 0,
    frequency: 'weekly',
    approval: 'client',
  });
  assert.deepEqual(added.status && [added.data[0]?.approval, added.data[0]?.can_sign_in], ['client', true]);
});

test('the owner is warned if a client that should approve cannot log in', async () => {
  const client = await aClient(server.db, server.owner);
  const reply = await editClient(client, { approval: 'client' });
  assert.deepEqual([reply.code, reply.message], [200, messages.clientUpdatedCannotSignIn]);
});
