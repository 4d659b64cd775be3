import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const asked = (page: Page) => page.getByRole('dialog', { name: 'Changed meanwhile' });
const yours = (page: Page, field: string): Locator =>
  asked(page)
    .getByRole('radiogroup', { name: field })
    .getByRole('radio', { name: /^Yours/ });
const theirs = (page: Page, field: string): Locator =>
  asked(page)
    .getByRole('radiogroup', { name: field })
    .getByRole('radio', { name: /^Saved meanwhile/ });

/** The page of an address in two tabs of one person, both loaded before anything is changed. */
async function twoTabs(address: string, ready: (page: Page) => Locator) {
  const { page, context, faults } = await product.open({ expected: [409] });
  await enter(page, '/dashboard');
  const beside = await context.newPage();
  for (const tab of [page, beside]) {
    await tab.goto(address);
    await ready(tab).waitFor();
  }
  return { one: page, other: beside, faults };
}

test('Two tabs that change different fields of a client keep both changes', proof, async () => {
  const id = await addClient(calls, { name: 'Sunrise Bakery' });
  const { one, other, faults } = await twoTabs(`/edit-client/${id}?tab=details`, (page) => page.getByLabel('Company'));
  await other.getByLabel('Description').fill('Bread and rolls');
  await one.getByLabel('Company').fill('Sunrise & Sons');
  await one.getByRole('button', { name: 'Update' }).click();
  await one.getByText('Client updated successfully').waitFor();
  await other.getByRole('button', { name: 'Update' }).click();
  await other.getByText('Changed elsewhere meanwhile, and kept: Company').waitFor();
  await expect(other.getByLabel('Company'), 'it is shown').toHaveValue('Sunrise & Sons');
  const [saved] = (await calls.ask('fetch-app-client', { id })).items;
  assert.deepEqual([saved?.company, saved?.description], ['Sunrise & Sons', 'Bread and rolls']);
  assert.deepEqual(faults, []);
});

test('Two tabs that change the same field show both values, and the person chooses', async () => {
  const id = await addClient(calls, { name: 'Blue Boats' });
  const { one, other, faults } = await twoTabs(`/edit-client/${id}?tab=details`, (page) => page.getByLabel('Company'));
  await other.getByLabel('Company').fill('Boats of the other tab');
  await choose(other, { field: 'Frequency', option: 'Weekly' });
  await one.getByLabel('Company').fill('Boats of the first tab');
  await choose(one, { field: 'Frequency', option: 'Yearly' });
  await one.getByLabel('Description').fill('Rivers and lakes');
  await one.getByRole('button', { name: 'Update' }).click();
  await one.getByText('Client updated successfully').waitFor();

  const update = other.getByRole('button', { name: 'Update' });
  await update.click();
  await asked(other).getByText('Boats of the first tab').waitFor();
  await asked(other).getByText('Boats of the other tab').waitFor();
  await asked(other).getByText('Also changed there, and kept: Description.').waitFor();
  await yours(other, 'Frequency').and(other.locator(':focus')).waitFor();
  await expectSound(other, { looks: everyLook, name: 'conflict' });
  await other.setViewportSize({ width: 1280, height: 900 });

  await other.keyboard.press('Escape');
  await asked(other).waitFor({ state: 'hidden' });
  await expect(other.getByLabel('Company'), 'who goes on editing loses nothing').toHaveValue('Boats of the other tab');
  await expect
    .poll(async () => (await calls.ask('fetch-app-client', { id })).items[0]?.company)
    .toBe('Boats of the first tab');

  await update.click();
  await theirs(other, 'Frequency').click();
  await asked(other).getByRole('button', { name: 'Save' }).click();
  await other.getByText('Client updated successfully').waitFor();
  const [saved] = (await calls.ask('fetch-app-client', { id })).items;
  assert.deepEqual(
    [saved?.company, saved?.frequency, saved?.description],
    ['Boats of the other tab', 'yearly', 'Rivers and lakes'],
  );
  const shown = other.getByLabel('Description');
  await expect(shown, 'it is shown').toHaveValue('Rivers and lakes');
  assert.deepEqual(faults, []);
});

test('An untouched form shows what another tab saved', proof, async () => {
  const id = await addClient(calls, { name: 'Green Garden' });
  const { one, other, faults } = await twoTabs(`/edit-client/${id}?tab=details`, (page) => page.getByLabel('Company'));
  await one.getByLabel('Company').fill('Green & Sons');
  await one.getByRole('button', { name: 'Update' }).click();
  await one.getByText('Client updated successfully').waitFor();
  await other.getByRole('link', { name: 'Dashboard' }).click();
  await other.getByRole('heading', { name: 'Needs you' }).waitFor();
  await product.passTime({ minutes: 1 });
  await other.goBack();
  await expect(other.getByLabel('Company'), 'the other tab follows').toHaveValue('Green & Sons');
  assert.deepEqual(faults, []);
});

test('Streams, items, the agency and a person are saved from two tabs in the same way', proof, async () => {
  const id = await addStream(calls, { type: 'text', title: 'Spring', items: ['Loaf'] });
  const { one, other, faults } = await twoTabs(`/edit-stream/${id}`, (page) =>
    page.getByRole('button', { name: 'Edit Loaf' }),
  );
  const words = (page: Page) => page.locator('form').filter({ has: page.getByRole('combobox', { name: 'Type' }) });
  const tags = (page: Page) => words(page).getByRole('textbox', { name: 'Tags' });
  await tags(other).fill('other');
  await tags(one).fill('one');
  await words(one).getByRole('button', { name: 'Update' }).click();
  await one.getByText('Content stream updated successfully').waitFor();
  await words(other).getByRole('button', { name: 'Update' }).click();
  await asked(other).getByText('one', { exact: true }).waitFor();
  await theirs(other, 'Tags').click();
  await asked(other).getByRole('button', { name: 'Save' }).click();
  await asked(other).waitFor({ state: 'hidden' });
  await expect(tags(other), 'the other tab has what was chosen').toHaveValue('one');

  const details = (page: Page) => page.getByRole('dialog', { name: 'File Details' });
  for (const tab of [one, other]) await tab.getByRole('button', { name: 'Edit Loaf' }).click();
  await details(other).getByLabel('Title').fill('Loaf of the other tab');
  await details(one).getByLabel('Title').fill('Loaf of the first tab');
  await details(one).getByRole('button', { name: 'Update' }).click();
  await details(one).waitFor({ state: 'hidden' });
  await details(other).getByRole('button', { name: 'Update' }).click();
  await asked(other).getByText('Loaf of the first tab').waitFor();
  await asked(other).getByRole('button', { name: 'Save' }).click();
  await details(other).waitFor({ state: 'hidden' });
  const { stream, items } = await calls.ask('fetch-stream', { id });
  assert.deepEqual([stream.tags, items[0]?.title], ['one', 'Loaf of the other tab']);

  await calls.ask('agency', { name: 'Agency', email: 'hello@agency.test', site: '' });
  for (const tab of [one, other]) await tab.goto('/agency');
  await other.getByLabel('Website').fill('https://other.test');
  await one.getByLabel('Name').fill('One Agency');
  await one.getByRole('button', { name: 'Update' }).click();
  await one.getByText('Agency profile saved successfully').waitFor();
  await other.getByRole('button', { name: 'Update' }).click();
  await other.getByText('Changed elsewhere meanwhile, and kept: Name').waitFor();

  for (const tab of [one, other]) await tab.goto('/my-account');
  const name = (page: Page) => page.getByRole('region', { name: 'Personal Information' });
  await name(other).getByLabel('Name').fill('Other Owner');
  await name(one).getByLabel('Name').fill('One Owner');
  await name(one).getByRole('button', { name: 'Update' }).click();
  await one.getByText('Profile updated successfully').waitFor();
  await name(other).getByRole('button', { name: 'Update' }).click();
  await asked(other).getByText('One Owner').waitFor();
  await theirs(other, 'Name').click();
  await asked(other).getByRole('button', { name: 'Save' }).click();
  await other.getByText('Profile updated successfully').waitFor();
  await expect(name(other).getByLabel('Name'), 'it is shown').toHaveValue('One Owner');
  assert.deepEqual(faults, []);
});

test('A schedule that another tab moved is not moved back, and Repurpose changes without a move', proof, async () => {
  const clientId = await addClient(calls, { name: 'River Mill' });
  const streamId = await addStream(calls, { type: 'text', title: 'News', items: ['First', 'Second'] });
  const accountId = await connect(calls, product, { clientId, network: 'telegram' });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [accountId], inMinutes: 600 });
  const { one, other, faults } = await twoTabs('/schedule-content', (page) =>
    page.getByRole('button', { name: /Reschedule/ }).first(),
  );
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Select Date & Time' });
  const times = async () => (await calls.ask('fetch-scheduler', { id })).items.map(({ due_at }) => due_at);
  const before = await times();
  for (const tab of [one, other])
    await tab
      .getByRole('button', { name: /Reschedule/ })
      .first()
      .click();
  await dialog(one).getByLabel('Repurpose').check();
  await dialog(one).getByRole('button', { name: 'Reschedule' }).click();
  await one.getByText('Schedule updated successfully').waitFor();
  await expect.poll(() => times()).toEqual(before);
  await expect.poll(async () => (await calls.ask('fetch-scheduler', { id })).schedule.re_purpose).toBe('1');

  await dialog(other).getByRole('combobox', { name: 'Timezone' }).fill('London');
  await other.getByRole('option', { name: /London/ }).click();
  await dialog(other).getByRole('button', { name: 'Reschedule' }).click();
  await asked(other).or(other.getByText('Schedule updated successfully')).first().waitFor();
  if (await asked(other).isVisible()) await asked(other).getByRole('button', { name: 'Save' }).click();
  await dialog(other).waitFor({ state: 'hidden' });
  const { schedule: moved } = await calls.ask('fetch-scheduler', { id });
  assert.deepEqual([moved.re_purpose, moved.timezone], ['1', 'Europe/London']);
  assert.deepEqual(faults, []);
});

/** A client with a schedule of two texts, ten hours from now. */
async function aPlan(name: string) {
  const clientId = await addClient(calls, { name });
  const streamId = await addStream(calls, { type: 'text', title: `${name} news`, items: ['Monday', 'Tuesday'] });
  const accountId = await connect(calls, product, { clientId, network: 'telegram' });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [accountId], inMinutes: 600 });
  return { clientId, streamId, id };
}

test('A post that another tab removed from its schedule is not offered to be moved', proof, async () => {
  const { clientId, id } = await aPlan('Old Town Yoga');
  const { page, faults } = await product.open();
  const [first] = (await calls.ask('fetch-scheduler', { id })).items;
  await enter(page, `/scheduler?view=list&client=${clientId}&day=${first?.scheduled.slice(0, 10)}`);
  const post = page.getByRole('button', { name: /Monday/ });
  await post.click();
  const opened = page.getByRole('dialog', { name: 'Monday' });
  await opened.getByRole('button', { name: 'Move', exact: true }).waitFor();
  await calls.ask('delete-scheduler', { id });
  await opened.getByText('Cancelled').first().waitFor();
  await opened.getByRole('button', { name: 'Move', exact: true }).waitFor({ state: 'hidden' });
  await post.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('#calendar-title').and(page.locator(':focus')).waitFor();
  assert.deepEqual(faults, []);
});

test('Deleting the client in another tab returns the wizard to the clients', proof, async () => {
  const { clientId, streamId } = await aPlan('Pier Seven');
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, `/scheduler?new&for=${clientId}&stream=${streamId}`);
  const wizard = page.getByRole('form', { name: 'Schedule Content' });
  await wizard.getByRole('checkbox', { name: /Telegram/ }).check();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Hours').waitFor();
  await calls.ask('delete-client', { client_id: clientId });
  await wizard.getByRole('button', { name: 'Schedule', exact: true }).click();
  await wizard.getByText('No client yet').waitFor();
  await wizard.getByRole('tab', { name: 'Client', selected: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('A bulk confirmation closes once another tab has deleted all of its rows', proof, async () => {
  const { id } = await aPlan('Quick Bikes');
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/schedule-content?search=Quick');
  await page.getByRole('checkbox', { name: 'Choose Quick Bikes news' }).check();
  await page.getByRole('button', { name: 'Pause 1 schedule' }).click();
  const look = await hold(page, 'fetch-schedulers');
  await calls.ask('delete-scheduler', { id });
  const question = page.getByRole('dialog', { name: /^Pause/ });
  await question.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/one of these is not there any more/).waitFor();
  look();
  await question.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});
