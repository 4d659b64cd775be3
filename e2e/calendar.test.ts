import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantToLocal } from '#rules/planning.ts';
import { addClient, addStream, callsOf, connect, schedule } from './arrange.ts';
import { aProduct } from './product.ts';
import { signIn } from './signing-in.ts';

const product = await aProduct();
await goIntoMonth();
const calls = await callsOf(product);
const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
const telegram = await connect(calls, product, { clientId, network: 'telegram' });
const streamId = await addStream(calls, { type: 'text', title: 'Daily words', items: ['Yesterday is gone', 'Tomorrow is near', 'Then comes another'] });
await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 24 * 60, frequency: 'daily' });

const dayMs = 24 * 3_600_000;
/** The day it is in Berlin some days from now, as the calendar says it: 'Sunday, 22 November 2026'. */
const said = (days: number): string => new Date(`${instantToLocal(new Date(product.now().getTime() + days * dayMs), 'Europe/Berlin').slice(0, 10)}T12:00Z`)
  .toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const [today, tomorrow, overmorrow] = [said(0), said(1), said(2)];
const monthOf = (day: string): string => day.split(' ').slice(-2).join(' ');

test('the calendar is turned by mouse: months, weeks, days and a list', async () => {
  const { page, faults } = await product.open();
  await signIn(page);
  await page.goto('/scheduler');
  const calendar = page.getByRole('region', { name: monthOf(today) });
  await calendar.getByRole('link', { name: /Tomorrow is near/ }).or(calendar.getByRole('link', { name: /Yesterday is gone/ })).first().waitFor();
  const title = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await page.getByRole('button', { name: 'Next month' }).click();
  await title(monthOf(today)).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Previous month' }).click();
  await title(monthOf(today)).waitFor();
  await page.getByText('Week', { exact: true }).click();
  await page.getByRole('group', { name: 'Week by hours' }).waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByText('Day', { exact: true }).click();
  await title(today).waitFor();
  await page.getByText('Nothing is planned for this day.').waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  await title(tomorrow).waitFor();
  await page.getByRole('link', { name: /Yesterday is gone/ }).waitFor();
  await page.getByText('List', { exact: true }).click();
  await page.getByRole('region', { name: tomorrow }).getByRole('link', { name: /Yesterday is gone/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Daily words' }).waitFor();
  assert.deepEqual(faults, []);
});

test('a day to come is taken for the first post, by mouse or keyboard; a day that has passed is not', async () => {
  const { page, faults } = await product.open();
  await signIn(page);
  await page.goto('/scheduler');
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) });
  const now = (name: string) => page.getByText(new RegExp(`Press a day to set the first post, now ${name}`));
  await day(overmorrow).click();
  await now(overmorrow).waitFor();
  assert.equal(await day(overmorrow).getAttribute('aria-pressed'), 'true');

  const past = page.getByRole('button', { name: /, past$/ });
  await past.first().click();
  await now(overmorrow).waitFor();
  assert.equal(await past.first().getAttribute('aria-pressed'), 'false');

  await page.getByRole('button', { name: 'Today' }).click();
  await day(today).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await now(tomorrow).waitFor();
  await page.keyboard.press('PageDown');
  await page.getByRole('heading', { level: 2, name: monthOf(today), exact: true }).waitFor({ state: 'hidden' });
  await page.keyboard.press('PageUp');
  await day(tomorrow).and(page.locator(':focus')).waitFor();
  await page.getByRole('radio', { name: 'Month' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('group', { name: 'Week by hours' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { level: 2, name: tomorrow, exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

/** At the ends of a month its page may lack yesterday or the day after tomorrow, and at the end of a day today is soon over: those are gone over. */
async function goIntoMonth(): Promise<void> {
  while (/-(01|2[789]|3[01]) | 23:[345]/.test(instantToLocal(product.now(), 'Europe/Berlin'))) await product.passTime({ hours: 1 });
}
