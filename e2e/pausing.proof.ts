/** Pausing and resuming: everything, a client, an account, and each way to deal with what piled up. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { berlinDayOf } from './daily-plan.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** A client with an account and texts of its own, an hour apart, the first in an hour. */
async function aPlan(name: string, items: readonly string[]) {
  const clientId = await addClient(calls, { name });
  const accountId = await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: `Words of ${name}`, items });
  return { clientId, accountId, id: await schedule(calls, product, { clientId, streamId, accountIds: [accountId] }) };
}

const isOut = (words: string): boolean =>
  [...product.sandbox.state.posts.values()].some((post) => `${post.title} ${post.text}`.includes(words));
const deliveriesOf = async (id: string) =>
  (await calls.ask('fetch-scheduler', { id })).items.flatMap((item) => item.social_networks);
const heldAre = (count: number): Promise<unknown> =>
  waitForValue(`${count} posts are held`, async () => (await calls.ask('fetch-pauses', {})).piled_up === count);
const banner = (page: Page) => page.getByRole('complementary', { name: 'Publishing is paused' });

test('Everything is paused from the menu, every page says so, and resuming publishes the backlog', async () => {
  const { id } = await aPlan('Sunrise', ['Sunrise one', 'Sunrise two', 'Sunrise three']);
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('button', { name: 'Pause publishing' }).click();
  const question = page.getByRole('dialog', { name: 'Pause publishing?' });
  await question.getByText('Nothing goes out for any client until you resume.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-question' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await question.getByRole('button', { name: 'Pause' }).click();
  await banner(page).waitFor();

  await product.passTime({ minutes: 125 });
  await heldAre(2);
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Paused' })
    .getByText(/2 posts piled up/)
    .waitFor();
  const [due] = await deliveriesOf(id);
  await page.goto(`/scheduler?day=${berlinDayOf(due?.due_at ?? '')}`);
  await banner(page).getByText('2 posts wait.').waitFor();
  await page
    .getByRole('button', { name: /Sunrise one.*Paused/ })
    .first()
    .waitFor();
  await page.goto('/schedule-content');
  await page.getByRole('row').filter({ hasText: 'Words of Sunrise' }).getByText('Paused').waitFor();
  await page.goto(`/schedule-detail/${id}`);
  const row = page.getByRole('row').filter({ hasText: 'Sunrise one' });
  await row.getByText('Paused', { exact: true }).waitFor();
  await row.getByText('Publishing is paused. When you resume, you choose what happens to this post.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Sunrise three' }).getByText('Scheduled', { exact: true }).waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-detail' });
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.equal(isOut('Sunrise'), false);

  await banner(page).getByRole('button', { name: 'Resume' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Resume publishing' });
  await dialog.getByText('2 posts were due while this was paused.').waitFor();
  await expect(
    dialog.getByRole('radio', { name: /^Publish them now/ }),
    'nothing is late enough to be moved',
  ).toBeChecked();
  await dialog.getByRole('row').filter({ hasText: 'Sunrise one' }).waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-resume' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await banner(page).getByRole('button', { name: 'Resume' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Publishing has resumed. Held posts will be published one after another.').waitFor();
  await banner(page).waitFor({ state: 'hidden' });
  await expect
    .poll(() => Promise.resolve(isOut('Sunrise one') && isOut('Sunrise two')), { message: 'both are out' })
    .toBeTruthy();
  assert.equal(isOut('Sunrise three'), false);
  assert.deepEqual(faults, []);
});

test('The posts of a paused client are moved to their next free times', async () => {
  const { id } = await aPlan('Harbor', ['Harbor one', 'Harbor two', 'Harbor three']);
  const { page, faults } = await product.open();
  await enter(page, '/clients');
  const card = page.getByRole('article').filter({ hasText: 'Harbor' });
  await card.getByRole('button', { name: 'Pause Harbor' }).click();
  await page.getByRole('dialog', { name: 'Pause Harbor?' }).getByRole('button', { name: 'Pause' }).click();
  await card.getByText('Paused').waitFor();
  await product.passTime({ minutes: 65 });
  await heldAre(1);
  await expectSound(page, { looks: everyLook, name: 'pausing-clients' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dashboard');
  const panel = page.getByRole('region', { name: 'Paused' });
  await panel.getByText(/1 post piled up/).waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-dashboard' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.getByRole('button', { name: 'Resume Harbor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume Harbor' });
  await dialog.getByText('Move them to their next free times').click();
  await dialog.getByRole('columnheader', { name: 'Moves to' }).waitFor();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Held posts were moved to the next free times.').waitFor();
  await panel.waitFor({ state: 'hidden' });
  const [first, , third] = await deliveriesOf(id);
  assert.ok(Date.parse(first?.due_at ?? '') > Date.parse(third?.due_at ?? ''), 'the others keep their times');
  await product.passTime({ hours: 3 });
  await expect
    .poll(async () => (await deliveriesOf(id)).every(({ state }) => state === 'published'), {
      message: 'all three are out',
    })
    .toBeTruthy();
  assert.deepEqual(faults, []);
});

test('The posts of a paused account are skipped, and a change made meanwhile is shown first', async () => {
  const { id, clientId } = await aPlan('Quay', ['Quay one', 'Quay two', 'Quay three']);
  const { page, faults } = await product.open({ expected: [409] });
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  await page.getByText('Posts for Quay go out as planned.').waitFor();
  const table = page.getByRole('table', { name: 'Connected accounts' });
  await table.getByRole('button', { name: /^Pause / }).click();
  await page
    .getByRole('dialog', { name: /^Pause / })
    .getByRole('button', { name: 'Pause' })
    .click();
  await table.getByText('Paused').waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-account' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await product.passTime({ minutes: 125 });
  await heldAre(2);
  await table.getByRole('button', { name: /^Resume / }).click();
  const dialog = page.getByRole('dialog', { name: /^Resume / });
  await dialog.getByText('2 posts were due while this was paused.').waitFor();
  await dialog.getByText('Skip them').click();
  const [first] = (await calls.ask('fetch-scheduler', { id })).items;
  const look = await hold(page, 'preview-resume');
  await calls.ask('delete-scheduled-item', { id: first?.id ?? '' });
  await dialog.getByRole('button', { name: 'Resume' }).click();
  look();
  await dialog.getByText('The waiting posts have changed. Please look again before you resume.').waitFor();
  await dialog.getByText('One post was due while this was paused.').waitFor();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Held posts were skipped.').waitFor();
  await expect
    .poll(async () => (await deliveriesOf(id)).map(({ state }) => state))
    .toEqual(['cancelled', 'missed', 'scheduled']);
  await page.goto(`/schedule-detail/${id}`);
  await page
    .getByRole('row')
    .filter({ hasText: 'Quay two' })
    .getByText('Skipped: it was left out when publishing was resumed.')
    .waitFor();
  assert.equal(isOut('Quay'), false);
  assert.deepEqual(faults, []);
});
