import assert from 'node:assert/strict';
import { aDailyPlan, localIn, saidIn } from './daily-plan.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;

let clientId: string;

let today: string;
let tomorrow: string;
let overmorrow: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  await goIntoMonth();
  ({ clientId } = await aDailyPlan(product, ['Yesterday is gone', 'Tomorrow is near', 'Then comes another']));
  [today, tomorrow, overmorrow] = [saidIn(product, 0), saidIn(product, 1), saidIn(product, 2)];
});

const monthOf = (day: string): string => day.split(' ').slice(-2).join(' ');

test('The calendar opens at the current week and turns to months, weeks, days and a list', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler');
  const title = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await page.getByRole('group', { name: 'Week by hours', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next week', exact: true }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByText('Month', { exact: true }).click();
  const calendar = page.getByRole('region', { name: monthOf(today) });
  await calendar
    .getByRole('button', { name: /Yesterday is gone|Tomorrow is near/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Next month', exact: true }).click();
  await title(monthOf(today)).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Previous month', exact: true }).click();
  await title(monthOf(today)).waitFor();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByText('Day', { exact: true }).click();
  await title(today).waitFor();
  await page.getByText('Nothing is planned for this day.').waitFor();
  await page.getByRole('button', { name: 'Next day', exact: true }).click();
  await title(tomorrow).waitFor();
  await page.getByRole('button', { name: /Yesterday is gone/ }).waitFor();
  await page.reload();
  await title(tomorrow).waitFor();
  assert.deepEqual(faults, []);
});

test('Choosing a view and a week at once keeps both', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler');
  await page.getByRole('group', { name: 'Week by hours', exact: true }).waitFor();
  // In one task of the page, before it has drawn the first one.
  await page.evaluate(`document.querySelector('button[aria-label="Next week"]').click();
    document.querySelector('input[type=radio][value=list]').click();`);
  await page.waitForURL((url) => url.searchParams.get('view') === 'list');
  assert.ok(new URL(page.url()).searchParams.has('day'));
  assert.deepEqual(faults, []);
});

test('A post opens over the calendar and links to its schedule', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=list');
  const post = page.getByRole('region', { name: tomorrow }).getByRole('button', { name: /Yesterday is gone/ });
  await post.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: 'Yesterday is gone', exact: true });
  await opened.getByRole('heading', { name: 'Sunrise Bakery', exact: true }).waitFor();
  await opened.getByRole('article').getByText('Yesterday is gone').waitFor();
  await opened.getByText('Scheduled', { exact: true }).waitFor();
  await opened.getByRole('list', { name: 'Accounts', exact: true }).getByRole('listitem').waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await post.and(page.locator(':focus')).waitFor();
  // What can be done with it follows it in the order of Tab.
  const focused = page.locator(':focus');
  for (const word of ['Move', 'Copy', 'Edit']) {
    await page.keyboard.press('Tab');
    await page
      .getByRole('button', { name: new RegExp(`^${word}: .* Sunrise Bakery$`) })
      .and(focused)
      .waitFor();
  }
  await page.keyboard.press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit post', exact: true });
  await edit.getByRole('textbox', { name: 'Words', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await edit.waitFor({ state: 'hidden' });
  await post.click();
  await opened.getByRole('button', { name: 'More', exact: true }).click();
  await opened.getByRole('menuitem', { name: 'Open schedule', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Daily words', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('The filters of the calendar for client, network and status are kept in the address', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=list');
  const post = page.getByRole('button', { name: /Yesterday is gone/ });
  await post.waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Network', exact: true }).click();
  await page.getByRole('option', { name: 'Reddit', exact: true }).click();
  await post.waitFor({ state: 'hidden' });
  await page.waitForURL(/network=reddit/);
  await page.reload();
  await page.getByText('Nothing is planned here.').waitFor();
  await page.getByRole('button', { name: 'Filter (1)', exact: true }).click();
  await page.getByRole('button', { name: 'Show everything', exact: true }).click();
  await post.waitFor();
  await page.goto(`/scheduler?view=list&client=${clientId}&network=telegram&status=scheduled`);
  await post.waitFor();
  await page.goto('/scheduler?view=list&status=posted');
  await page.getByText('Nothing is planned here.').waitFor();
  assert.deepEqual(faults, []);
});

test('A future day begins a post by mouse or keyboard, and a past day does not', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=month');
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });
  const dialog = page.getByRole('dialog', { name: 'New post', exact: true });
  await day(overmorrow).click();
  await dialog
    .getByRole('button', { name: /^(?!Today|Tomorrow).*, 09:00$/ })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page
    .getByRole('button', { name: /, past$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(dialog).toBeHidden();

  await day(today).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Tomorrow, 09:00', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await day(tomorrow).focus();
  await page.keyboard.press('PageDown');
  await page.getByRole('heading', { level: 2, name: monthOf(today), exact: true }).waitFor({ state: 'hidden' });
  // The day a month later has the focus once its month is there.
  await page
    .getByRole('button', { name: /, (past|new post)$/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('PageUp');
  await day(tomorrow).and(page.locator(':focus')).waitFor();
  await page.getByRole('radio', { name: 'Month', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'Week by hours', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { level: 2, name: tomorrow, exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('Closing the wizard keeps its choices', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const first = localIn(product, 2).slice(0, 10);
  await page.goto(`/scheduler?new&first=${first}&at=15:00`);
  const dialog = page.getByRole('dialog', { name: 'New schedule', exact: true });
  await dialog.getByText(/First post .*15:00/).waitFor();
  await dialog.getByRole('radio', { name: 'Sunrise Bakery' }).check();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'New schedule', exact: true }).click();
  await expect(dialog.getByRole('radio', { name: 'Sunrise Bakery' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  assert.deepEqual(faults, []);
});

test('Holidays appear in the calendar by kind and country and are switched off in the address', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=day&day=2026-12-25');
  const days = page.getByRole('list', { name: 'Special days', exact: true });
  await days.getByText('Christmas Day').waitFor();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const holidays = page.getByRole('switch', { name: 'Holidays', exact: true });
  await holidays.click();
  await days.waitFor({ state: 'hidden' });
  await page.waitForURL(/special=none/);
  await holidays.click();
  await days.getByText('Christmas Day').waitFor();
  await page.getByRole('combobox', { name: 'Special days', exact: true }).click();
  await page.getByRole('option', { name: 'Awareness days', exact: true }).click();
  await page.waitForURL(/special=awareness/);
  await page.goto('/scheduler?view=month&day=2026-12-25&country=DE');
  await page.getByText('Christmas Day', { exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

/**
 * At the ends of a month its page may lack yesterday or the day after tomorrow, and at the end of a day today is soon
 * over: those days are skipped.
 */
async function goIntoMonth(): Promise<void> {
  while (/-(01|2[789]|3[01]) | 23:[345]/.test(localIn(product, 0))) await product.passTime({ hours: 1 });
}
