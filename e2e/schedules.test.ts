import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { instantToLocal } from '#rules/planning.ts';
import { createOwner } from '#server/people/operator/owners.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { typeTime } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const wizardOf = (page: Page) => page.getByRole('form', { name: 'Schedule Content' });

/** A client with a Telegram account. */
async function aClientWithTelegram(name: string): Promise<{ clientId: string; telegram: string }> {
  const clientId = await addClient(calls, { name });
  return { clientId, telegram: await connect(calls, product, { clientId, network: 'telegram' }) };
}

/** A schedule of one text to Telegram that is due. */
async function aDuePost(name: string, text: string): Promise<{ id: string }> {
  const { clientId, telegram } = await aClientWithTelegram(name);
  const streamId = await addStream(calls, { type: 'text', title: `Words of ${name}`, items: [text] });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 1 });
  await product.passTime({ minutes: 2 });
  return { id };
}

/** The number of posts with this text at the networks of the sandbox. */
const postsSaying = (words: string): number =>
  [...product.sandbox.state.posts.values()].filter(({ text }) => text.includes(words)).length;
const stateOf = async ({ ask }: Caller, id: string) =>
  (await ask('fetch-scheduler', { id })).items[0]?.social_networks[0]?.state;

test('The wizard says what is missing at each of its steps', proof, async () => {
  const fresh = { email: 'fresh@agency.test', password: 'Fresh&Pass1!' };
  await createOwner(product.services.db, { ...fresh, name: 'Fresh Owner', membership: 'dfy' });
  const theirs = await callsOf(product, fresh);
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content', fresh);
  await page.getByText("You don't have any schedule to publish content. click 'Schedule' to schedule one").waitFor();
  await page.goto('/scheduler?new');
  await page.getByText('No Client Account Created').waitFor();
  await addClient(theirs, { name: 'First Client' });
  await page.reload();
  await wizardOf(page).getByRole('radio', { name: 'First Client' }).check();
  await wizardOf(page).getByRole('button', { name: 'Next' }).click();
  await page.getByText('No Content Stream Created').waitFor();
  await addStream(theirs, { type: 'text', title: 'First Stream', items: ['Hello'] });
  await page.reload();
  await wizardOf(page).getByRole('radio', { name: 'First Client' }).check();
  await wizardOf(page).getByRole('button', { name: 'Next' }).click();
  await wizardOf(page).getByRole('radio', { name: 'First Stream' }).check();
  await wizardOf(page).getByRole('button', { name: 'Next' }).click();
  await page.getByText('No Social Account Connected for Selected Client').waitFor();
  assert.deepEqual(faults, []);
});

test(
  'A tab of the wizard opens once the one before it is answered, and Schedule is on the last one only',
  proof,
  async () => {
    const { clientId } = await aClientWithTelegram('Tab Rules');
    await connect(calls, product, { clientId, network: 'medium' });
    await addStream(calls, { type: 'image', title: 'Pictures of tabs', items: ['one', 'two'] });
    const { page, faults } = await product.open();
    await enter(page, '/scheduler?new');
    const wizard = wizardOf(page);
    const [next, back, save] = [
      wizard.getByRole('button', { name: 'Next' }),
      wizard.getByRole('button', { name: 'Back' }),
      wizard.getByRole('button', { name: 'Schedule', exact: true }),
    ];
    const open = async () => {
      const tabs = await wizard.getByRole('tab').all();
      return Promise.all(tabs.map((tab) => tab.isEnabled()));
    };
    await wizard.getByRole('radio', { name: 'Tab Rules' }).waitFor();
    await expect.poll(() => open()).toEqual([true, false, false, false]);
    await expect(back).toBeDisabled();
    await wizard.getByRole('radio', { name: 'Tab Rules' }).check();
    await expect.poll(() => open()).toEqual([true, true, false, false]);
    await next.click();
    await wizard.getByRole('radio', { name: 'Pictures of tabs' }).check();
    await expect.poll(() => open()).toEqual([true, true, true, false]);
    await wizard.getByRole('tab', { name: 'Account' }).click();
    await wizard.getByText('Do not have enough data to calculate Best Engagement Time').waitFor();
    await wizard.getByText('Medium does not take this type of stream and is not offered.').waitFor();
    await expect(wizard.getByRole('checkbox')).toHaveCount(1);
    await expect(save).toHaveCount(0);
    await wizard.getByRole('checkbox', { name: 'Telegram' }).check();
    await expect.poll(() => open()).toEqual([true, true, true, true]);
    await next.click();
    await save.waitFor();
    await expect(next).toHaveCount(0);
    await wizard.getByRole('complementary', { name: 'The plan' }).getByText('2 posts, one a day').waitFor();
    for (let step = 0; step < 3; step += 1) await back.click();
    await expect(back, 'Back ends at the first step').toBeDisabled();
    await wizard.getByRole('tab', { name: 'Schedule' }).click();
    await wizard.getByRole('checkbox', { name: 'Repurpose' }).check();
    await save.click();
    // Waited for before the page, whose code may take longer to load than the notice stays.
    await page.getByText('Content scheduled successfully').waitFor();
    await page.waitForURL('**/schedule-content');
    await expect(page.getByRole('row').filter({ hasText: 'Pictures of tabs' })).toHaveText(
      /0 \/ 2[^]*12:00[^]*Europe[^]*Daily[^]*Yes/,
      { useInnerText: true },
    );
    assert.deepEqual(faults, []);
  },
);

test('A schedule is found, moved, loses an item, and is deleted after a confirmation', async () => {
  const { clientId, telegram } = await aClientWithTelegram('Mover');
  const streamId = await addStream(calls, { type: 'text', title: 'To be moved', items: ['Early bird', 'Night owl'] });
  await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 60, frequency: 'daily' });
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content');
  const row = page.getByRole('row').filter({ hasText: 'To be moved' });
  await page.getByRole('textbox', { name: 'Search by stream title' }).fill('nothing of the kind');
  await page.getByText('No records found', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Search by stream title' }).fill('be MOVED');
  await page.getByRole('button', { name: 'Reschedule my Post: To be moved' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select Date & Time' });
  await dialog.getByRole('button', { name: 'Date' }).click();
  const tomorrow = instantToLocal(new Date(product.now().getTime() + 24 * 3_600_000), 'Europe/Berlin').slice(0, 10);
  const spoken = new Date(`${tomorrow}T12:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const day = page.getByRole('button', { name: spoken, exact: true });
  // The month of the first post is open; at the end of a month, tomorrow is in the next one.
  await day
    .or(page.getByRole('button', { name: 'Next month' }))
    .first()
    .waitFor();
  if ((await day.count()) === 0) await page.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  await typeTime(dialog, '00:05');
  await dialog.getByRole('checkbox', { name: 'Repurpose' }).check();
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByText(/^(Tomorrow|\w{3}, \d+ \w+), 00:05$/).waitFor();
  await row.getByText('Yes').waitFor();

  await row.getByRole('link', { name: 'View To be moved' }).click();
  await page.getByText('(Automatically rescheduled after the below mentioned are published )').waitFor();
  await page.getByRole('textbox', { name: 'Search by title' }).fill('owl');
  await page.getByRole('button', { name: 'Delete Early bird' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete Night owl' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('Do you want to delete this Scheduler').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('row').filter({ hasText: 'Night owl' }).getByText('Cancelled').waitFor();

  await page.goto('/schedule-content');
  await row.getByRole('button', { name: 'Delete the schedule of To be moved' }).click();
  await question.getByText('Do you want to delete this Schedule', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('A failed post shows the error of the network and goes out when published again', proof, async () => {
  const { id } = await aDuePost('Failing', 'sandbox-caption-too-long-1');
  await expect.poll(() => stateOf(calls, id), { message: 'the post has failed' }).toBe('failed');
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /sandbox-caption-too-long-1/ })
    .click();
  const row = page.getByRole('row').filter({ hasText: 'sandbox-caption-too-long-1' });
  await row.getByText('Failed').waitFor();
  await row.getByRole('button', { name: /^Decide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Social Accounts' });
  await dialog.getByText(/is too long/).waitFor();
  await dialog
    .getByText('Telegram did not take this post. Once the reason is gone, you can publish it again.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Publish again' }).click();
  await page.getByText('Publishing again').waitFor();
  await dialog.getByText('Posted', { exact: true }).waitFor();
  await dialog.getByRole('link', { name: /^Visit/ }).waitFor();
  await page.keyboard.press('Escape');
  await row.getByText('Posted', { exact: true }).waitFor();
  assert.equal(postsSaying('sandbox-caption-too-long-1'), 1);
  assert.deepEqual(faults, []);
});

test('A post whose answer was lost asks the person, who confirms that it is there', proof, async () => {
  const { id } = await aDuePost('Unsure', 'sandbox-cut-after-1');
  await expect.poll(() => stateOf(calls, id), { message: 'nobody knows what became of the post' }).toBe('uncertain');
  const { page, faults } = await product.open();
  await enter(page, `/schedule-detail/${id}`);
  const row = page.getByRole('row').filter({ hasText: 'sandbox-cut-after-1' });
  await row.getByText('Needs a look').waitFor();
  await row.getByRole('button', { name: /^Decide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Social Accounts' });
  await dialog.getByText(/Telegram did not say whether it arrived/).waitFor();
  await dialog.getByRole('button', { name: 'Publish again' }).click();
  const risk = page.getByRole('dialog', { name: 'Are you sure?' });
  await risk.getByText('If the post is on Telegram after all, it will be there twice.').waitFor();
  await risk.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'It is there' }).click();
  await dialog.getByLabel('Link to the post').fill('https://t.me/sunrise_bakery/7');
  await dialog.getByRole('button', { name: 'Mark as posted' }).click();
  await dialog.getByText('Posted', { exact: true }).waitFor();
  await expect(dialog.getByRole('link', { name: /^Visit/ })).toHaveAttribute('href', 'https://t.me/sunrise_bakery/7');
  await page.keyboard.press('Escape');
  await row.getByText('Posted', { exact: true }).waitFor();
  assert.equal(postsSaying('sandbox-cut-after-1'), 1, 'it was not sent again');
  assert.deepEqual(faults, []);
});

test('The wizard warns about the sensitivities of Reddit and Twitter', proof, async () => {
  const { clientId } = await aClientWithTelegram('Touchy');
  const me = await calls.ask('fetch-user', {});
  await product.services.db.asSystem(async (tx) => {
    const { agency_id } = await tx
      .selectFrom('users')
      .select('agency_id')
      .where('id', '=', me.id)
      .executeTakeFirstOrThrow();
    for (const network of ['reddit', 'twitter'] as const) {
      await tx
        .insertInto('social_accounts')
        .values({
          agency_id,
          user_id: clientId,
          network,
          external_id: network,
          username: `touchy on ${network}`,
          credentials: '-',
        })
        .execute();
    }
  });
  await addStream(calls, { type: 'video', title: 'Touchy clips', items: ['Clip'] });
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?new');
  const wizard = wizardOf(page);
  await wizard.getByRole('radio', { name: 'Touchy' }).check();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByRole('radio', { name: 'Touchy clips' }).check();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByText('Reddit allows 1 post per 15 minutes for new or downvoted accounts').waitFor();
  await wizard.getByText('Twitter video should not exceed 30 seconds').waitFor();
  assert.deepEqual(faults, []);
});
