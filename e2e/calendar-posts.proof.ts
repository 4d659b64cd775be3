/** Posts and drafts on the calendar: their looks, and the decisions that can be made without leaving it. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { instantToLocal } from '#rules/planning.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectAccessible, expectSound, type Look } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let telegram: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
});

const looks: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

const hourMs = 3_600_000;
const dayIn = (days: number): string =>
  instantToLocal(new Date(product.now().getTime() + days * 24 * hourMs), 'Europe/Berlin').slice(0, 10);
/** The date in Berlin some minutes from now. */
const dayInMinutes = (minutes: number): string => dayIn(minutes / (24 * 60));
const entry = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) });

/** Opens the dialog for the words of an item of a stream, behind the dots of its post. */
async function editWords(opened: Locator): Promise<void> {
  await opened.getByRole('button', { name: 'More', exact: true }).click();
  await opened.getByRole('menuitem', { name: 'Edit words', exact: true }).click();
}

async function theCalendar(search: string) {
  const { page, faults } = await product.open();
  await enter(page, `/scheduler?${search}`);
  return { page, faults };
}

test('A post on the calendar shows its picture and networks, opens, and gets another text', async () => {
  const wordpress = await connect(calls, product, { clientId, network: 'wordpress' });
  const streamId = await addStream(calls, { type: 'image', title: 'Pictures', items: ['Rye bread'] });
  await schedule(calls, product, { clientId, streamId, accountIds: [telegram, wordpress], inMinutes: 24 * 60 });
  const between = { from: dayIn(0), to: dayIn(3), timezone: 'Europe/Berlin' };
  await expect
    .poll(async () => (await calls.ask('fetch-calendar', between)).events.some(({ thumbnail }) => thumbnail !== null), {
      message: 'the picture is made',
    })
    .toBeTruthy();
  const { page, faults } = await theCalendar(`view=month&day=${dayIn(1)}`);
  const post = entry(page, 'Rye bread');
  for (const network of ['Telegram', 'WordPress']) await post.getByRole('img', { name: network }).waitFor();
  await expect(post.locator('img')).toHaveCount(1);
  await expectSound(page, { looks, name: 'calendar-month' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await post.click();
  const opened = page.getByRole('dialog', { name: 'Rye bread', exact: true });
  await opened.getByRole('img', { name: 'Rye bread', exact: true }).waitFor();
  await opened.getByRole('button', { name: /on WordPress$/ }).click();
  await opened.getByRole('article').getByRole('heading', { name: 'Rye bread', exact: true }).waitFor();
  await expectAccessible(page);

  await editWords(opened);
  const dialog = page.getByRole('dialog', { name: 'File Details', exact: true });
  await dialog.getByText('Used by 1 schedule, 1 post waiting').waitFor();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Dark rye');
  await dialog.getByText('Should the waiting post use the new words?').waitFor();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  const note = page.getByRole('status').filter({ hasText: '1 waiting post goes out with the new words.' });
  await note.waitFor();
  await entry(page, 'Dark rye').waitFor();
  await note.getByRole('button', { name: 'Undo', exact: true }).click();
  await post.waitFor();
  assert.match(page.url(), /\/scheduler\?view=month/);
  assert.deepEqual(faults, []);
});

test('Someone editing a post that goes out meanwhile is told so and loses no text', async () => {
  const streamId = await addStream(calls, { type: 'text', title: 'Quick words', items: ['Soon out'] });
  await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 30 });
  const { page, faults } = await theCalendar(`view=list&day=${dayInMinutes(31)}`);
  await entry(page, 'Soon out').click();
  await editWords(page.getByRole('dialog', { name: 'Soon out', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'File Details', exact: true });
  await dialog.getByText('Used by 1 schedule, 1 post waiting').waitFor();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Too late');
  await product.passTime({ minutes: 31 });
  await dialog.getByText(/^This post has gone out meanwhile, with the words it had\./).waitFor();
  await expect(dialog.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Too late');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'No post was waiting with it.' }).waitFor();
  await entry(page, 'Soon out').click();
  const opened = page.getByRole('dialog', { name: 'Soon out' });
  await expect(opened.getByRole('article', { name: /^How it looked on / })).toHaveText(/Soon out/, {
    useInnerText: true,
  });
  await expect(opened.getByText('Too late')).toHaveCount(0);
  await opened.getByRole('link', { name: 'Sunrise Bakery', exact: true }).click();
  await page.waitForURL(`**/edit-client/${clientId}`);
  assert.deepEqual(faults, []);
});

test('An uncertain post is settled on the calendar in a dialog', async () => {
  const streamId = await addStream(calls, { type: 'text', title: 'Unclear', items: ['sandbox-cut-after-2'] });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 5 });
  const due = (await calls.ask('fetch-scheduler', { id })).items[0]?.scheduled ?? '';
  await product.passTime({ minutes: 6 });
  await expect
    .poll(
      async () => ((await calls.ask('fetch-scheduler', { id })).items[0]?.social_networks[0]?.actions ?? []).length > 0,
      { message: 'a person has to decide' },
    )
    .toBeTruthy();
  const { page, faults } = await theCalendar(`view=day&day=${due.slice(0, 10)}`);
  await entry(page, 'sandbox-cut-after-2').click();
  const opened = page.getByRole('dialog', { name: 'sandbox-cut-after-2', exact: true });
  await opened.getByText(/Telegram did not say whether it arrived/).waitFor();
  await expectSound(page, { looks, name: 'calendar-unclear' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await opened.getByRole('button', { name: 'Publish again: sandbox-cut-after-2 on Telegram', exact: true }).click();
  const risk = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await risk.getByText('If the post is on Telegram after all, it will be there twice.').waitFor();
  await page.keyboard.press('Escape');
  await risk.waitFor({ state: 'hidden' });
  // Escape closes the question alone, also before it has the focus, which it takes by a timer.
  await page.clock.install();
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000);
  await opened.getByRole('button', { name: 'Publish again: sandbox-cut-after-2 on Telegram', exact: true }).click();
  await risk.getByText('If the post is on Telegram after all, it will be there twice.').waitFor();
  await page.keyboard.press('Escape');
  await page.clock.resume();
  await risk.waitFor({ state: 'hidden' });
  await opened.getByRole('button', { name: 'It is there: sandbox-cut-after-2 on Telegram', exact: true }).click();
  await opened.getByLabel('Link to the post').fill('https://t.me/sunrise_bakery/7');
  await opened.getByRole('button', { name: 'Mark as posted', exact: true }).click();
  const visit = opened.getByRole('link', { name: 'Visit', exact: true });
  await visit.waitFor();
  await expect(visit).toHaveAttribute('href', 'https://t.me/sunrise_bakery/7');
  assert.match(page.url(), /\/scheduler\?view=day/);
  assert.deepEqual(faults, []);
});

test('Drafts on the calendar are discarded, restored and scheduled, and an expired draft says so', async () => {
  const slot = { client_id: clientId, url: '', social_accounts: [telegram], timezone: 'Europe/Berlin', time: '10:00' };
  const words = 'Two days of patience';
  await calls.ask('save-draft', { ...slot, title: 'Why rye', words, date: dayIn(2) });
  await calls.ask('save-draft', { ...slot, title: 'Stale news', words, date: dayIn(3) });
  const { rows } = await product.services.db.pool.query<{ due: string }>(
    `update drafts d set due_at = $1::timestamptz from items i
     where i.id = d.item_id and i.title = 'Stale news' returning d.due_at as due`,
    [new Date(product.now().getTime() - hourMs)],
  );
  assert.equal(rows.length, 1);
  const { page, faults } = await theCalendar(`view=list&day=${dayInMinutes(-60)}`);
  await entry(page, 'Stale news').click();
  const stale = page.getByRole('dialog', { name: 'Stale news', exact: true });
  await stale.getByText('Expired draft').waitFor();
  await expect(stale.getByRole('button', { name: 'Schedule' })).toHaveCount(0);
  await stale.getByRole('button', { name: 'Choose another time', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'New post', exact: true });
  await change.getByRole('button', { name: /^Schedule for / }).waitFor();
  await page.keyboard.press('Escape');
  await change.waitFor({ state: 'hidden' });

  await page.goto(`/scheduler?view=list&day=${dayIn(2)}`);
  const draft = entry(page, 'Why rye');
  await draft.getByText('Draft', { exact: true }).waitFor();
  await expectSound(page, { looks, name: 'calendar-drafts' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const opened = page.getByRole('dialog', { name: 'Why rye', exact: true });
  await draft.click();
  await opened.getByText(/schedules it before this time/).waitFor();
  await expectAccessible(page);
  await opened.getByRole('button', { name: 'Discard', exact: true }).click();
  await draft.waitFor({ state: 'hidden' });
  await page
    .getByRole('region', { name: 'Notices', exact: true })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await draft.waitFor();
  await draft.click();
  await opened.getByRole('button', { name: 'Schedule', exact: true }).click();
  await opened.waitFor({ state: 'hidden' });
  await draft.getByText('Scheduled', { exact: true }).waitFor();
  assert.deepEqual(faults, []);
});
