/** The app by keyboard alone, with full motion: the focus moves while dialogs and menus open and close. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hasFocus, holdsFocus, tabTo } from './focus.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;
let clientId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  await connect(calls, product, { clientId, network: 'telegram' });
  await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['Good morning'] });
});

test('Ctrl+K opens a page, a client and a stream by a few letters', async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  const jumps = [
    ['schedu', 'Scheduler', 'Schedule Content'],
    ['sunri', 'Sunrise Bakery', 'Sunrise Bakery'],
    ['notes of', 'Notes of the day', 'Notes of the day'],
  ] as const;
  for (const [typed, target, heading] of jumps) {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Jump to a page, client, stream or schedule', exact: true });
    await hasFocus(field, page);
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: target, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await field.waitFor({ state: 'hidden' });
  }
  assert.deepEqual(faults, []);
});

test('A page gets the focus when it opens, and so does its content when it arrives', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/clients');
  const main = page.getByRole('main');
  const link = main.getByRole('link', { name: 'Sunrise Bakery', exact: true });
  await link.waitFor();
  const read = await hold(page, 'fetch-app-client');
  await link.press('Enter');
  await main.getByRole('heading', { level: 1, name: 'Edit Client' }).waitFor();
  await hasFocus(main, page);
  read();
  await main.getByRole('heading', { level: 1, name: 'Sunrise Bakery' }).waitFor();
  await hasFocus(main, page);
  assert.deepEqual(faults, []);
});

test('Ctrl+K runs actions: it switches the colours, and confirms before it pauses everything', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  const take = async (typed: string, action: string) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Jump to a page, client, stream or schedule', exact: true });
    await hasFocus(field, page);
    await page.keyboard.type(typed);
    await page.getByRole('option', { name: action, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
  };
  await take('dark', 'Dark colours');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await take('theme', 'Light colours');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await take('system', 'Colours of the system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await take('colours', 'Light colours');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await take('pause', 'Pause everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  assert.deepEqual(faults, []);
});

test('Escape closes the palette and returns the focus', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  const button = page.getByRole('button', { name: /client, stream or schedule$/ });
  for (let time = 0; time < 2; time += 1) {
    await button.focus();
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('combobox'), page);
    await page.keyboard.type('nothing is called so');
    await page.getByText('Nothing is called “nothing is called so”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'hidden' });
    await hasFocus(button, page);
  }
  assert.deepEqual(faults, []);
});

test('The first Tab offers to skip the navigation', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await hasFocus(page.getByRole('link', { name: 'Skip to the content', exact: true }), page);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('main'), page);
  await page.keyboard.press('Tab');
  await expect.poll(() => holdsFocus(page.getByRole('main'))).toBe(true);
  assert.deepEqual(faults, []);
});

test('A menu opens by Enter, is walked by arrows, and Escape returns to its button', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  const menu = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('button', { name: 'My Content', exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Create Video', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await hasFocus(page.getByRole('link', { name: 'Create Video', exact: true }), page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Create Video' }).waitFor({ state: 'hidden' });
  await hasFocus(menu, page);
  assert.deepEqual(faults, []);
});

test('A menu that is opened while a page arrives stays open', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/clients');
  await page.getByRole('heading', { level: 1, name: 'My Clients', exact: true }).waitFor();
  // Timers stand still: the page takes the focus by one.
  await page.clock.install();
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000);
  await Promise.all([page.waitForURL('**/streams'), page.getByRole('link', { name: 'Content Stream' }).click()]);
  await page.getByRole('button', { name: 'My Content', exact: true }).click();
  const entry = page.getByRole('link', { name: 'Create Video', exact: true });
  await entry.waitFor();
  await page.clock.resume();
  await page.getByRole('main').getByRole('checkbox', { name: 'Choose Notes of the day', exact: true }).waitFor();
  await expect(entry).toBeVisible();
  assert.deepEqual(faults, []);
});

test('A dialog traps the focus while it is open and returns it afterwards', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/clients');
  const opener = page.getByRole('button', { name: 'Delete Sunrise Bakery', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  for (let time = 0; time < 2; time += 1) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await hasFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }), page);
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => holdsFocus(dialog), { message: 'Tab stays inside' }).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hasFocus(opener, page);
  }
  assert.deepEqual(faults, []);
});

test('A schedule is created by keyboard alone', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  const next = wizard.getByRole('button', { name: 'Next', exact: true });
  const steps = [
    wizard.getByRole('radio', { name: 'Sunrise Bakery' }),
    wizard.getByRole('radio', { name: 'Notes of the day' }),
    wizard.getByRole('checkbox', { name: 'Telegram' }),
  ];
  await takesFocus(page.getByRole('dialog', { name: 'New schedule', exact: true }));
  for (const [index, answer] of steps.entries()) {
    // Each step but the first one takes the focus.
    await (index === 0 ? answer.waitFor() : hasFocus(answer, page));
    await tabTo(page, answer);
    await page.keyboard.press('Space');
    await tabTo(page, next);
    await page.keyboard.press('Enter');
  }
  await hasFocus(wizard.getByRole('button', { name: 'First post on', exact: true }), page);
  const save = wizard.getByRole('button', { name: 'Schedule', exact: true });
  await tabTo(page, wizard.getByLabel('Hours'));
  // The form begins with the next noon, so that an hour in the afternoon of its day is always ahead.
  await page.keyboard.type('1430');
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/schedule-content');
  await page
    .getByRole('row')
    .filter({ hasText: 'Notes of the day' })
    .getByText(/14:30$/)
    .first()
    .waitFor();
  assert.deepEqual(faults, []);
});

test('Next and Back move the focus into the step, and an error moves it to its field', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  await takesFocus(page.getByRole('dialog', { name: 'New schedule', exact: true }));
  const press = async (name: 'Next' | 'Back' | 'Schedule') => {
    await wizard.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await wizard.getByRole('radio', { name: 'Sunrise Bakery' }).check();
  await press('Next');
  await hasFocus(
    wizard.getByRole('tabpanel', { name: 'Stream', exact: true }).getByRole('radio', { name: 'Notes of the day' }),
    page,
  );
  await wizard.getByRole('radio', { name: 'Notes of the day' }).check();
  await press('Next');
  await hasFocus(wizard.getByRole('checkbox', { name: 'Telegram' }), page);
  await press('Back');
  await hasFocus(wizard.getByRole('radio', { name: 'Notes of the day' }), page);
  await press('Back');
  await hasFocus(wizard.getByRole('radio', { name: 'Sunrise Bakery' }), page);
  await wizard.getByRole('tab', { name: 'Account', exact: true }).click();
  await wizard.getByRole('checkbox', { name: 'Telegram' }).check();
  await press('Next');
  await hasFocus(wizard.getByRole('button', { name: 'First post on', exact: true }), page);
  await wizard.getByLabel('Hours').fill('');
  await press('Schedule');
  await wizard.getByText('Please choose a time').waitFor();
  await hasFocus(wizard.getByLabel('Hours'), page);
  assert.deepEqual(faults, []);
});

test('A step without a choice gets the focus itself', proof, async () => {
  const without = await addClient(calls, { name: 'Without accounts' });
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, `/scheduler?new&for=${without}`);
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  await wizard.getByRole('radio', { name: 'Without accounts' }).check();
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByRole('radio', { name: 'Notes of the day' }).check();
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByText('No Social Account Connected for Selected Client').waitFor();
  await hasFocus(wizard.getByRole('tabpanel', { name: 'Account', exact: true }), page);
  assert.deepEqual(faults, []);
});

test('Enter on a day of the calendar begins a post, and Escape returns to the day', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=month');
  const day = page.getByRole('button', { name: /, 0 posts, new post/ }).first();
  for (let time = 0; time < 2; time += 1) {
    await day.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New post', exact: true });
    await takesFocus(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hasFocus(day, page);
  }
  assert.deepEqual(faults, []);
});
