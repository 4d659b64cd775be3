/** Several posts that wait for approval are decided about at once. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, clientPassword, connect, schedule, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A client approves some posts and rejects others with one comment', async () => {
  const client = { email: 'anna@sunrise.test', password: clientPassword };
  const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: client.email });
  await calls.ask('edit-app-client-account', {
    id: clientId,
    name: 'Sunrise Bakery',
    earning: 100,
    frequency: 'monthly',
    approval: 'client',
  });
  const account = await connect(calls, product, { clientId, network: 'telegram' });
  const titles = ['Opening hours', 'Our oven', 'Holidays', 'Rye week'];
  const streamId = await addStream(calls, { type: 'text', title: 'News', items: titles });
  await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60, frequency: 'daily' });
  const asClient = await callsOf(product, client);

  const { page, faults } = await product.open();
  await enter(page, '/approvals', client);
  await page.getByRole('checkbox', { name: 'Choose Rye week', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Choose Our oven', exact: true }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  await bar.getByText('2 posts chosen').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'bulk-approvals' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await bar.getByRole('button', { name: 'Send back 2 posts', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Send back 2 posts?', exact: true });
  await question.getByRole('button', { name: 'Send back', exact: true }).click();
  await question.getByText('Please say what should be different').waitFor();
  await question
    .getByRole('textbox', { name: 'What should be different?', exact: true })
    .fill('Brighter pictures, please');
  await expectSound(page, { looks: twoLooks, name: 'bulk-send-back' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await question.getByRole('button', { name: 'Send back', exact: true }).click();
  await page.getByText('Sent back 2 posts.').waitFor();
  await page.getByRole('checkbox', { name: 'Choose Our oven' }).waitFor({ state: 'hidden' });

  // Another person of the client decides about one of them while both are selected here.
  await page.getByRole('checkbox', { name: 'Choose Opening hours', exact: true }).check();
  await bar.getByRole('button', { name: 'Choose all shown', exact: true }).click();
  await bar.getByText('2 posts chosen').waitFor();
  const waiting = await asClient.ask('fetch-approvals', {});
  const first = waiting.items.find(({ title }) => title === 'Opening hours');
  assert.ok(first);
  const look = await hold(page, 'fetch-approvals');
  await asClient.ask('send-back-post', {
    id: first.id,
    fingerprint: first.fingerprint,
    decision: first.decision,
    comment: 'Wrong hours',
  });
  await bar.getByRole('button', { name: 'Approve 2 posts', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Approve 2 posts?', exact: true })
    .getByRole('button', { name: 'Approve', exact: true })
    .click();
  look();
  await page.getByText('Approved 1 post. 1 post left as it is.').waitFor();
  const report = page.getByRole('region', { name: 'What came of it', exact: true });
  await report.getByText('Opening hours').waitFor();
  await page.getByText('Approved: “Holidays”').waitFor();
  await page.getByText('Nothing waits for your approval.', { exact: false }).waitFor();
  const { counts } = await asClient.ask('fetch-approvals', {});
  assert.deepEqual([counts.waiting, counts.sent_back, counts.approved], [0, 3, 1]);
  const sentBack = await asClient.ask('fetch-approvals', { list: 'sent-back' });
  assert.deepEqual(
    new Map(sentBack.items.map(({ title, comments }) => [title, comments.at(-1)?.text])),
    new Map([
      ['Opening hours', 'Wrong hours'],
      ['Our oven', 'Brighter pictures, please'],
      ['Rye week', 'Brighter pictures, please'],
    ]),
  );
  assert.deepEqual(faults, []);
});

test('The agency moves waiting and rejected posts, undoes the move, and deletes others', async () => {
  const clientId = await addClient(calls, { name: 'Harbor Cafe' });
  await calls.ask('edit-app-client-account', {
    id: clientId,
    name: 'Harbor Cafe',
    earning: 100,
    frequency: 'monthly',
    approval: 'client',
  });
  const account = await connect(calls, product, { clientId, network: 'telegram' });
  const titles = ['Espresso', 'Filter', 'Cold brew'];
  const streamId = await addStream(calls, { type: 'text', title: 'Coffee', items: titles });
  const id = await schedule(calls, product, {
    clientId,
    streamId,
    accountIds: [account],
    inMinutes: 60,
    frequency: 'daily',
  });
  const timesOf = async () => (await calls.ask('fetch-scheduler', { id })).items.map(({ scheduled }) => scheduled);
  const before = await timesOf();

  const { page, faults } = await product.open();
  await enter(page, `/approvals?client=${clientId}`);
  await page.getByRole('checkbox', { name: 'Choose Filter', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Choose Cold brew', exact: true }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  await bar.getByRole('button', { name: 'Move 2 posts', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Move 2 posts?', exact: true });
  await takesFocus(question);
  await expectSound(page, { looks: twoLooks, name: 'bulk-move-posts' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await question.getByRole('textbox', { name: 'Days', exact: true }).fill('3');
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('Moved 2 posts.').waitFor();
  const moved = await timesOf();
  assert.deepEqual(
    moved.map((time, index) => time === before[index]),
    [true, false, false],
  );
  const report = page.getByRole('region', { name: 'What came of it', exact: true });
  await report.getByRole('button', { name: 'Undo', exact: true }).click();
  await report.waitFor({ state: 'hidden' });
  await expect.poll(() => timesOf()).toEqual(before);

  await page.goto(`/schedule-detail/${id}`);
  await page.getByRole('checkbox', { name: 'Choose Espresso', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Choose Filter', exact: true }).check();
  await bar.getByRole('button', { name: 'Delete 2 posts', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete 2 posts?', exact: true })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await page.getByText('Deleted 2 posts.').waitFor();
  await expect
    .poll(async () => (await calls.ask('fetch-scheduler', { id })).items.map(({ done }) => done))
    .toEqual(['3', '3', '0']);
  assert.deepEqual(faults, []);
});
