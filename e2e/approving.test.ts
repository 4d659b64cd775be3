/**
 * The owner asks for approval: one post is approved and goes out once, one is sent back, changed and approved, one is
 * never decided and never goes out.
 */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { addClient, addStream, callsOf, clientPassword, connect, schedule, type Caller } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
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

const feedShape = z.object({ posts: z.array(z.object({ text: z.string() })) });

/** The posts in Telegram, oldest first. */
async function feed({ sandbox }: Product): Promise<string[]> {
  const answer = await fetch(`${sandbox.controlUrl}/feeds?network=telegram`);
  return feedShape
    .parse(await answer.json())
    .posts.map(({ text }) => text)
    .toReversed();
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
/** The faults of the current page; its window keeps its size. */
async function soundness(page: Page, name: string): Promise<void> {
  await expectSound(page, { looks: twoLooks, name });
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('An approved post goes out once, a rejected one waits for a change, and an unanswered one is held', async () => {
  const client = { email: 'anna@sunrise.test', password: clientPassword };
  const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: client.email });
  const account = await connect(calls, product, { clientId, network: 'telegram' });
  const { page: agency, faults: agencyFaults } = await product.open();
  await enter(agency, `/edit-client/${clientId}?tab=details`);
  await agency.getByRole('radio', { name: 'Client approves' }).check();
  await agency.getByText('A post that is not approved in time is held, not published.').waitFor();
  await agency.getByRole('button', { name: 'Update' }).click();
  await agency.getByText('Client updated successfully').waitFor();

  const streamId = await addStream(calls, {
    type: 'text',
    title: 'News',
    items: ['Opening hours', 'Our oven', 'Holidays'],
  });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 });
  await agency.goto('/schedule-content');
  await agency
    .getByRole('link', { name: /approvals of News/ })
    .getByText('Waits for approval: 3')
    .waitFor();

  await agency.goto('/approvals');
  const group = agency.getByRole('region', { name: 'Sunrise Bakery', exact: true });
  await group.getByRole('button', { name: 'Approve all 3 of Sunrise Bakery', exact: true }).waitFor();
  const pane = agency.getByRole('complementary', { name: 'The post', exact: true });
  await card(agency, 'Opening hours').getByText('About Opening hours').waitFor();
  await agency.keyboard.press('j');
  await expect(pane.getByRole('article', { name: 'Our oven', exact: true })).toBeVisible();
  await expect(group.getByRole('button', { name: /^Our oven/ })).toBeFocused();
  await agency.keyboard.press('a');
  await agency.getByRole('dialog', { name: 'Approve for Sunrise Bakery?', exact: true }).waitFor();
  await agency.keyboard.press('Escape');
  await agency.keyboard.press('k');
  await expect(pane.getByRole('article', { name: 'Opening hours', exact: true })).toBeVisible();
  await agency.keyboard.press('e');
  await agency
    .getByRole('dialog', { name: 'Edit post', exact: true })
    .getByText('About Opening hours')
    .first()
    .waitFor();
  await agency.keyboard.press('Escape');

  const { page, faults } = await product.open();
  await enter(page, '/dashboard', client);
  await page.getByRole('heading', { name: '3 posts wait for your approval' }).waitFor();
  await page.getByRole('heading', { name: 'Planned for you' }).waitFor();
  await page.getByText('Nothing has been published for you yet.').waitFor();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await card(page, 'Opening hours').getByText('About Opening hours').waitFor();
  await soundness(page, 'approvals-of-a-client');

  await card(page, 'Opening hours').focus();
  await page.keyboard.press('a');
  await page.getByText('Approved: “Opening hours”').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Opening hours')
    .getByRole('button', { name: /^Approve: / })
    .click();
  await page.getByText('Approved: “Opening hours”').waitFor();

  await page.getByRole('button', { name: 'Send back: Our oven' }).click();
  const form = page.getByRole('form', { name: 'Send back: Our oven' });
  await form.getByRole('button', { name: 'Send back' }).click();
  await form.getByText('Please say what should be different').waitFor();
  await form.getByRole('textbox', { name: 'What should be different?' }).fill('Please say that it is new.');
  await form.getByRole('button', { name: 'Send back' }).click();
  await page.getByRole('tab', { name: 'Sent back (1)' }).click();
  await card(page, 'Our oven').getByText('Please say that it is new.').waitFor();

  await product.passTime({ minutes: 62 });
  await expect
    .poll(async () => (await feed(product)).length === 1, { message: 'the approved post is out' })
    .toBeTruthy();
  await expect.poll(async () => (await feed(product))[0] ?? '').toMatch(/About Opening hours/);

  await agency.goto('/dashboard');
  await agency.getByRole('button', { name: /^Inbox, \d unread$/ }).click();
  await agency.getByRole('link', { name: '“Our oven” was sent back' }).click();
  await expect(agency).toHaveURL(/\/dashboard\?post=\d+$/);
  await agency.goto('/inbox?show=unread');
  await agency.getByRole('main').getByText('“Opening hours” is approved').waitFor();
  await expect(agency.getByText('“Our oven” was sent back')).toHaveCount(0);
  await agency.getByRole('main').getByRole('button', { name: 'All read' }).click();
  await agency.getByText('Nothing here for this choice.').waitFor();
  await expect(agency.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible();

  await agency.goto(`/schedule-detail/${id}`);
  const row = agency.getByRole('row').filter({ hasText: 'Our oven' });
  await row.getByText('Sent back').waitFor();
  await row.getByRole('button', { name: 'Read and answer: Our oven' }).click();
  const dialog = agency.getByRole('dialog', { name: 'Approval' });
  await dialog.getByText('Please say that it is new.').waitFor();
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Gladly, it is in there now.');
  await dialog.getByRole('button', { name: 'Say it' }).click();
  await dialog.getByText('Gladly, it is in there now.').waitFor();
  await soundness(agency, 'approval-dialog');
  await agency.keyboard.press('Escape');

  const oven = (await calls.ask('fetch-stream', { id: streamId })).items.find(({ title }) => title === 'Our oven');
  await calls.ask('update-stream', { id: oven?.id ?? '', title: 'Our oven', description: 'We have a new oven.' });
  await page.goto('/approvals');
  await card(page, 'Our oven').getByText('We have a new oven.').waitFor();
  await card(page, 'Our oven').getByText('Gladly, it is in there now.').waitFor();
  await page.getByRole('button', { name: 'Approve: Our oven' }).click();
  await page.getByText('Approved: “Our oven”').waitFor();
  await product.passTime({ minutes: 60 });
  await expect
    .poll(async () => (await feed(product)).length === 2, { message: 'the changed post is out' })
    .toBeTruthy();
  await expect.poll(async () => (await feed(product))[1] ?? '').toMatch(/We have a new oven\./);

  await product.passTime({ minutes: 62 });
  await agency.goto(`/schedule-detail/${id}`);
  await agency.getByRole('row').filter({ hasText: 'Holidays' }).getByText('Held: not approved in time').waitFor();
  await agency.goto('/schedule-content');
  await agency
    .getByRole('link', { name: /approvals of News/ })
    .getByText('Held: not approved in time')
    .waitFor();
  await page.goto('/approvals');
  await card(page, 'Holidays')
    .getByText('Its time has passed without your approval, so it was not published.')
    .waitFor();
  await page.goto('/dashboard');
  await page.getByText('“Holidays” was planned for').waitFor();
  await page
    .getByRole('region', { name: 'Published for you' })
    .getByRole('link', { name: /^View on Telegram: Our oven/ })
    .waitFor();
  await product.passTime({ hours: 30 });
  await expect
    .poll(async () => (await feed(product)).length, {
      message: 'what was not approved never goes out, and nothing goes out twice',
    })
    .toBe(2);
  assert.deepEqual([...faults, ...agencyFaults], []);
});

test(
  'The owner approves on the phone, asks again after a rejection, and sees a change made meanwhile',
  proof,
  async () => {
    const client = { email: 'gus@gym.test', password: clientPassword };
    const clientId = await addClient(calls, { name: 'Corner Gym', email: client.email });
    const { id: account } = await calls.ask('connect-telegram', {
      user_id: clientId,
      chat_id: '-1001000000002',
      bot_token: '7100000002:AAharborCoffeeSandboxKey00000000002',
    });
    await calls.ask('edit-app-client-account', {
      id: clientId,
      name: 'Corner Gym',
      earning: 0,
      frequency: 'monthly',
      approval: 'client',
    });
    const streamId = await addStream(calls, {
      type: 'text',
      title: 'Training',
      items: ['Monday', 'Tuesday', 'Wednesday'],
    });
    await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60, frequency: 'daily' });

    const { page, faults } = await product.open({ expected: [409] });
    await enter(page, '/approvals', client);
    await card(page, 'Monday').waitFor();
    const monday = (await calls.ask('fetch-stream', { id: streamId })).items.find(({ title }) => title === 'Monday');
    const look = await hold(page, 'fetch-approvals');
    await calls.ask('update-stream', { id: monday?.id ?? '', title: 'Monday', description: 'Now on Monday evening.' });
    await page.getByRole('button', { name: 'Approve: Monday' }).click();
    look();
    await card(page, 'Monday')
      .getByText('This post was changed while you looked at it. This is how it is now.')
      .waitFor();
    await card(page, 'Monday').getByText('Now on Monday evening.').waitFor();
    await page.getByRole('button', { name: 'Send back: Tuesday' }).click();
    await page.getByRole('textbox', { name: 'What should be different?' }).fill('Is that the right day?');
    await page.getByRole('form', { name: 'Send back: Tuesday' }).getByRole('button', { name: 'Send back' }).click();
    await page.getByRole('tab', { name: 'Sent back (1)' }).waitFor();

    const { page: agency, faults: agencyFaults } = await product.open();
    await enter(agency, '/approvals?list=sent-back');
    await agency.getByRole('button', { name: 'Ask again: Tuesday' }).click();
    await agency.getByRole('textbox', { name: 'Message to Corner Gym' }).fill('Yes, it is.');
    await agency.getByRole('form', { name: 'Ask again: Tuesday' }).getByRole('button', { name: 'Ask again' }).click();
    await agency.getByText('No client has sent a post back.').waitFor();
    await agency.goto('/approvals');
    await agency.getByRole('combobox', { name: 'Client', exact: true }).click();
    await agency.getByRole('option', { name: 'Corner Gym', exact: true }).click();
    await agency.waitForURL((url) => url.searchParams.get('client') === clientId);
    await agency.getByRole('button', { name: 'Approve for the client: Monday' }).click();
    const dialog = agency.getByRole('dialog', { name: 'Approve for Corner Gym?' });
    await dialog.getByRole('button', { name: 'Approve for the client' }).click();
    await dialog.getByText('Please say how the client told you').waitFor();
    await soundness(agency, 'approve-for-client');
    await dialog.getByRole('textbox', { name: 'How did Corner Gym tell you?' }).fill('On the phone');
    await dialog.getByRole('button', { name: 'Approve for the client' }).click();
    await agency.getByText('Approved: “Monday”').waitFor();

    await page.goto('/approvals');
    await card(page, 'Tuesday').getByText('Yes, it is.').waitFor();
    await page.getByRole('button', { name: 'Approve all 2 posts of Training' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve all 2' }).click();
    await page.getByText('Nothing waits for your approval.').waitFor();
    await page.getByRole('tab', { name: 'Approved (3)' }).click();
    await page.getByRole('button', { name: 'Take the approval back: Wednesday' }).click();
    await page.getByRole('tab', { name: 'Waiting (1)' }).waitFor();

    const [wednesday] = (await calls.ask('fetch-approvals', { client_id: clientId })).items;
    await agency.goto(`/scheduler?view=day&day=${wednesday?.day ?? ''}`);
    const waiting = agency.getByRole('button', { name: /Wednesday/ });
    await waiting.getByText('Waits for approval').waitFor();
    await waiting.focus();
    await agency.getByRole('button', { name: /^Approve: .* Corner Gym$/ }).click();
    await dialog.getByText('About Wednesday').waitFor();
    await dialog.getByRole('textbox', { name: 'How did Corner Gym tell you?' }).fill('In the studio');
    await dialog.getByRole('button', { name: 'Approve for the client' }).click();
    await waiting.getByText('Scheduled').waitFor();
    assert.deepEqual([...faults, ...agencyFaults], []);
  },
);
