import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { aDailyPlan, localIn, saidIn } from './daily-plan.ts';
import { takesFocus, typeTime } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;

let calls: Caller;

let clientId: string;

let tomorrow: string;
let overmorrow: string;
let third: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  await goIntoWeek();
  ({ calls, clientId } = await aDailyPlan(product, ['First loaf', 'Second loaf', 'Third loaf']));
  [tomorrow, overmorrow, third] = [saidIn(product, 1), saidIn(product, 2), saidIn(product, 3)];
});

const dayOf = (page: Page, day: string, posts: string) =>
  page.getByRole('button', { name: `${day}, ${posts}, new post`, exact: true });
const post = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) });
/**
 * Opens the calendar with its special days, which come by a call of their own: those that come later move the posts
 * below them.
 */
async function openCalendar(page: Page, address: string): Promise<void> {
  const special = page.waitForResponse('**/api/fetch-extra-events');
  await enter(page, address);
  await special;
}
const undo = (page: Page) => page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' });

test("A post is dragged to another day, keeps its client's time there, and Undo returns it", async () => {
  // An hour behind the client's, so that both see the same days.
  const { page, faults } = await product.open({ zone: 'Europe/London' });
  await openCalendar(page, '/scheduler?view=month');
  const time = ((await post(page, 'First loaf').textContent()) ?? '').slice(0, 10);
  await boxAtRest(post(page, 'First loaf'));
  await post(page, 'First loaf').hover();
  await page.mouse.down();
  await dayOf(page, overmorrow, '1 post').hover({ position: { x: 8, y: 8 } });
  await page.mouse.up();
  await dayOf(page, overmorrow, '2 posts').waitFor();
  await dayOf(page, tomorrow, '0 posts').waitFor();
  await expect.poll(async () => ((await post(page, 'First loaf').textContent()) ?? '').startsWith(time)).toBeTruthy();
  await page.getByText(/^The post goes out .* · Berlin$/).waitFor();
  await undo(page).click();
  await page.getByText('The post is back at its time').waitFor();
  await dayOf(page, tomorrow, '1 post').waitFor();
  assert.deepEqual(faults, []);
});

test('A post that is undone before the calendar is read again shows its first time', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?view=month');
  await post(page, 'First loaf').waitFor();
  const read = await hold(page, 'fetch-calendar');
  await post(page, 'First loaf').focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page
    .getByText(/^“First loaf” to /)
    .and(page.getByText(overmorrow))
    .waitFor();
  await page.keyboard.press('Enter');
  await dayOf(page, overmorrow, '2 posts').waitFor();
  await undo(page).click();
  await page.getByText('The post is back at its time').waitFor();
  read();
  await dayOf(page, tomorrow, '1 post').waitFor();
  assert.deepEqual(faults, []);
});

test('A post is dragged to another day in the list', proof, async () => {
  const { page, faults } = await product.open();
  await openCalendar(page, '/scheduler?view=list');
  const onDay = (title: string) =>
    page
      .getByRole('region')
      .filter({ has: post(page, title) })
      .last();
  const target = onDay('Second loaf');
  const day = await target.getAttribute('aria-label');
  await boxAtRest(post(page, 'First loaf'));
  await post(page, 'First loaf').hover();
  await page.mouse.down();
  await post(page, 'Second loaf').hover();
  await page.mouse.up();
  await page
    .getByRole('region', { name: day ?? '', exact: true })
    .filter({ has: post(page, 'First loaf') })
    .waitFor();
  await undo(page).click();
  await page.getByText('The post is back at its time').waitFor();
  assert.deepEqual(faults, []);
});

test('A post is picked up, moved and dropped by keyboard, and Escape leaves it in place', proof, async () => {
  const { page, faults } = await product.open();
  await openCalendar(page, '/scheduler?view=month');
  const carried = page.getByText(/^“Third loaf” to /);
  await post(page, 'Third loaf').focus();
  const before = await boxAtRest(post(page, 'Third loaf'));
  await page.keyboard.press('m');
  await carried.waitFor();
  await expect
    .poll(() => post(page, 'Third loaf').boundingBox(), { message: 'what is said of it moves nothing' })
    .toEqual(before);
  await page.keyboard.press('ArrowLeft');
  await carried.and(page.getByText(overmorrow)).waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight / 3)');
  const [bar, said] = [await page.getByRole('banner').boundingBox(), await carried.boundingBox()];
  assert.ok(bar && said && said.y >= bar.y + bar.height, 'what is carried is not said behind the top bar');
  await page.keyboard.press('Escape');
  await carried.waitFor({ state: 'hidden' });
  await dayOf(page, third, '1 post').waitFor();

  await post(page, 'Third loaf').focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await carried.and(page.getByText(overmorrow)).waitFor();
  await page.keyboard.press('Enter');
  await dayOf(page, overmorrow, '2 posts').waitFor();
  await undo(page).click();
  await page.getByText('The post is back at its time').waitFor();
  await dayOf(page, third, '1 post').waitFor();
  assert.deepEqual(faults, []);
});

test(
  'A post moved by keyboard keeps the focus, Ctrl+Z moves it back, and Escape returns to its week',
  proof,
  async () => {
    const { page, faults } = await product.open();
    await enter(page, '/scheduler?view=month');
    const focused = page.locator(':focus');
    const box = post(page, 'Third loaf');
    await box.focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await dayOf(page, overmorrow, '2 posts').waitFor();
    await box.and(focused).waitFor();
    await undo(page).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('The post is back at its time').waitFor();
    await dayOf(page, third, '1 post').waitFor();
    await box.and(focused).waitFor();

    await page.goto('/scheduler?view=week&day=' + localIn(product, 3).slice(0, 10));
    const week = page.locator('#calendar-title');
    await box.focus();
    const title = (await week.textContent()) ?? '';
    await page.keyboard.press('m');
    await page.keyboard.press('PageDown');
    await week.getByText(title, { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await box.and(focused).waitFor();
    await expect(week).toHaveText(title);
    assert.deepEqual(faults, []);
  },
);

test('Pressing a day far down the page does not scroll the page', proof, async () => {
  const { page, faults } = await product.open({ height: 500 });
  await openCalendar(page, '/scheduler?view=month');
  const day = page.getByRole('button', { name: /, 0 posts, new post$/ }).last();
  await boxAtRest(day);
  await day.focus();
  const before = await page.evaluate('scrollY');
  assert.ok(Number(before) > 0);
  await page.keyboard.press('Enter');
  await takesFocus(page.getByRole('dialog', { name: 'New post' }));
  await page.keyboard.press('Escape');
  await day.and(page.locator(':focus')).waitFor();
  await expect.poll(() => page.evaluate('scrollY')).toBe(before);
  assert.deepEqual(faults, []);
});

test(
  'Move asks for a time in the time zone of the client and leaves a post that another tab moved',
  proof,
  async () => {
    const { page } = await product.open();
    await enter(page, '/scheduler?view=list');
    await post(page, 'Second loaf').click();
    const opened = page.getByRole('dialog', { name: 'Second loaf' });
    await opened.getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move this post' });
    await dialog.getByText(/Times are in Berlin/).waitFor();
    await typeTime(dialog, '21:40');

    const { items } = await calls.ask('fetch-scheduler', { id: await scheduleId() });
    const id = items[1]?.id ?? '';
    const move = { id, date: localIn(product, 2).slice(0, 10), timezone: 'Europe/Berlin' };
    await calls.ask('move-scheduled-item', { ...move, time: '21:10' });
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText('This post was moved in the meantime. Its current time is shown.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const read = await hold(page, 'fetch-scheduled-item');
    await page.getByRole('button', { name: /21:10 .*Second loaf/ }).click();
    await opened.getByRole('button', { name: 'Copy' }).waitFor();
    await expect(opened.getByRole('button', { name: 'Move' }), 'the time it had before is not moved').toHaveCount(0);
    read();

    await opened.getByRole('button', { name: 'Move' }).click();
    await typeTime(dialog, '21:40');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText(/The post goes out .*21:40/).waitFor();
    await page.getByRole('button', { name: /21:40 .*Second loaf/ }).waitFor();
  },
);

test(
  'A draft without a time gets one by a drop or by keyboard, Undo takes it back, and the tray folds',
  proof,
  async () => {
    const words = 'Winter beans';
    await calls.ask('save-post', { save_key: crypto.randomUUID(), client_id: clientId, account_ids: [], words });
    const { page, faults } = await product.open();
    // A week that is still to come.
    const day = localIn(product, 8).slice(0, 10);
    await openCalendar(page, `/scheduler?view=week&day=${day}`);
    const tray = page.getByRole('region', { name: 'Drafts', exact: true });
    const inTray = tray.getByRole('button', { name: /Winter beans/ });
    const inWeek = page.getByRole('group', { name: 'Week by hours' }).getByRole('button', { name: /Winter beans/ });
    await expectSound(page, { looks: twoLooks, name: 'week-drafts' });
    const hour = page.locator(`[data-drop="${day} 15"]`);
    await hour.scrollIntoViewIfNeeded();
    await boxAtRest(inTray);
    await inTray.hover();
    await page.mouse.down();
    await hour.hover({ position: { x: 8, y: 8 } });
    await page.mouse.up();
    await inWeek.getByText('15:00').waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await undo(page).click();
    await inTray.waitFor();
    await inTray.focus();
    await page.keyboard.press('m');
    await page.getByText(/^“Winter beans” to .*09:00/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^“Winter beans” to .*10:00/).waitFor();
    await page.keyboard.press('Enter');
    await inWeek.getByText('10:00').waitFor();
    await inTray.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await calls.ask('fetch-drafts', { client_id: clientId }))[0]?.time).toBe('10:00');
    await tray.getByText('No drafts. Write one, or drop files on a day.').waitFor();
    await tray.getByRole('button', { name: /^Drafts/, expanded: true }).click();
    await page.reload();
    await tray.getByRole('button', { name: /^Drafts/, expanded: false }).waitFor();
    await expect(tray.getByText('No drafts.')).toHaveCount(0);
    assert.deepEqual(faults, []);
  },
);

async function scheduleId(): Promise<string> {
  const { items } = await calls.ask('fetch-schedulers', {});
  return items[0]?.id ?? '';
}

/** The three days of the plan in one month, and away from midnight and the changes of the clocks. */
async function goIntoWeek(): Promise<void> {
  const isUnfit = (): boolean => {
    const [now, then] = [0, 4].map((days) => localIn(product, days));
    return (
      now?.slice(0, 7) !== then?.slice(0, 7) || now?.slice(11) !== then?.slice(11) || !/ (0[6-9]|1\d):/.test(now ?? '')
    );
  };
  while (isUnfit()) await product.passTime({ hours: 1 });
}
