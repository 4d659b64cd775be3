/** Pausing schedules: on the schedule's page, in the list, several at once, with the keyboard and on a phone. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { berlinDayOf } from './daily-plan.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let accountId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise' });
  accountId = await connect(calls, product, { clientId, network: 'telegram' });
});

/** A schedule of texts to the one account, an hour apart, the first in an hour. */
async function aPlan(title: string): Promise<string> {
  const streamId = await addStream(calls, { type: 'text', title, items: [`${title} one`, `${title} two`] });
  return schedule(calls, product, { clientId, streamId, accountIds: [accountId] });
}
const isOut = (words: string): boolean =>
  [...product.sandbox.state.posts.values()].some((post) => `${post.title} ${post.text}`.includes(words));
const pausedTitles = async () => (await calls.ask('fetch-pauses', {})).schedules.map(({ title }) => title).toSorted();

test('A schedule is paused on its page and resumed while another one publishes to the same account', async () => {
  const id = await aPlan('Bread');
  await aPlan('Cakes');
  const { page, faults } = await product.open();
  await enter(page, `/schedule-detail/${id}`);
  await page.getByText('The posts of this schedule go out as planned.').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Pause Bread?', exact: true });
  await question.getByText('Nothing of this schedule goes out until you resume.').waitFor();
  await question.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Bread is paused').waitFor();
  await product.passTime({ minutes: 65 });
  await expect
    .poll(() => Promise.resolve(isOut('Cakes one')), { message: 'the other schedule’s post is out' })
    .toBeTruthy();
  await expect
    .poll(async () => (await calls.ask('fetch-pauses', {})).piled_up === 1, { message: 'one is held' })
    .toBeTruthy();
  assert.equal(isOut('Bread'), false);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Bread one' });
  await row.getByText('Paused', { exact: true }).waitFor();
  await row.getByText('This schedule is paused. When you resume, you choose what happens to this post.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'pausing-schedule' });
  await page.setViewportSize({ width: 1280, height: 900 });

  const [due] = (await calls.ask('fetch-scheduler', { id })).items;
  await page.goto(`/scheduler?day=${berlinDayOf(due?.due_at ?? '')}`);
  await page
    .getByRole('button', { name: /Bread one.*Paused/ })
    .first()
    .waitFor();
  await page.goto('/dashboard');
  const panel = page.getByRole('region', { name: 'Paused', exact: true });
  await panel.getByRole('link', { name: 'Bread', exact: true }).waitFor();
  await panel.getByText(/Sunrise · .*1 post piled up/).waitFor();
  await panel.getByRole('button', { name: 'Resume Bread', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume Bread', exact: true });
  await dialog.getByText('One post was due while this was paused.').waitFor();
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await panel.waitFor({ state: 'hidden' });
  await expect.poll(() => Promise.resolve(isOut('Bread one')), { message: 'it is out' }).toBeTruthy();
  assert.deepEqual(faults, []);
});

test('Schedules are paused in the list, alone and in bulk, by keyboard and on a phone, and resumed', async () => {
  for (const title of ['Rolls', 'Tarts', 'Pies']) await aPlan(title);
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content?search=Rolls');
  await page.getByRole('button', { name: 'Pause Rolls', exact: true }).focus();
  await page.keyboard.press('Enter');
  await takesFocus(page.getByRole('dialog', { name: 'Pause Rolls?', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Resume Rolls', exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Rolls' }).getByText('Paused', { exact: true }).waitFor();

  await page.goto('/schedule-content');
  for (const title of ['Rolls', 'Tarts', 'Pies'])
    await page.getByRole('checkbox', { name: `Choose ${title}`, exact: true }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  await bar.getByRole('button', { name: 'Resume 3 schedules', exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Pause 3 schedules', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Pause 3 schedules?', exact: true });
  await takesFocus(question);
  await expectSound(page, { looks: everyLook, name: 'bulk-pause-schedules' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await question.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Paused 2 schedules. 1 schedule left as it is.').waitFor();
  const report = page.getByRole('region', { name: 'What came of it', exact: true });
  await report.getByText('It is paused already.').waitFor();
  await expect.poll(() => pausedTitles()).toEqual(['Pies', 'Rolls', 'Tarts']);
  await expectSound(page, { looks: everyLook, name: 'paused-schedules' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await report.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Resumed 2 schedules.').waitFor();
  await expect.poll(() => pausedTitles(), { message: 'what was paused before stays so' }).toEqual(['Rolls']);

  await page.goto('/schedule-content?status=paused');
  await page.getByRole('link', { name: 'Rolls', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Tarts', exact: true }).waitFor({ state: 'hidden' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/schedule-content');
  await page.getByRole('checkbox', { name: 'Choose Rolls', exact: true }).check();
  await bar.getByRole('button', { name: 'Resume 1 schedule', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Resume 1 schedule?', exact: true })
    .getByRole('button', { name: 'Resume', exact: true })
    .click();
  await page.getByText('Resumed 1 schedule.').waitFor();
  await expect.poll(() => pausedTitles()).toEqual([]);
  assert.deepEqual(faults, []);
});
