import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { localIn } from './daily-plan.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test.describe('A calendar address', () => {
  let clientId: string;
  let telegram: string;
  let streamId: string;

  test.beforeAll(async () => {
    clientId = await addClient(calls, { name: 'Sunrise Bakery' });
    telegram = await connect(calls, product, { clientId, network: 'telegram' });
    streamId = await addStream(calls, { type: 'text', title: 'Daily words', items: ['Good morning'] });
  });

  test('A calendar address is created, copied from the one place that shows it, and revoked', async () => {
    await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 60 });
    const { page, faults } = await product.open();
    await enter(page, '/scheduler');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('button', { name: 'Subscribe in your calendar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe in your calendar' });
    await dialog.getByRole('button', { name: 'Make an address' }).click();
    const field = dialog.getByRole('textbox', { name: 'Calendar address, All clients' });
    await field.waitFor();
    const address = await field.inputValue();
    await dialog.getByText('Not read yet.').waitFor();
    await expectSound(page, { looks: twoLooks, name: 'subscribing' });
    const read = () => fetch(new URL(new URL(address).pathname, product.url));
    const before = await read();
    const calendar = await before.text();
    assert.match(calendar, /SUMMARY:Sunrise Bakery: Good morning\r\n/);
    await dialog.getByRole('button', { name: 'Revoke the address of All clients' }).click();
    await page.getByRole('dialog', { name: 'Revoke this address?' }).getByRole('button', { name: 'Revoke' }).click();
    await field.waitFor({ state: 'hidden' });
    const after = await read();
    assert.equal(after.status, 404);
    assert.deepEqual(faults, []);
  });

  test('A gap of a client is filled from a stream in the calendar', async () => {
    const name = 'Harbor Gym';
    await connect(calls, product, { clientId: await addClient(calls, { name }), network: 'wordpress' });
    const { page, faults } = await product.open();
    await enter(page, '/dashboard');
    // A month ahead, where no day has passed.
    const ahead = new Date(product.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/scheduler?view=month&day=${ahead}`);
    const gaps = page.getByRole('region', { name: 'Gaps' });
    await gaps.getByRole('button', { name: 'Show gaps' }).click();
    const gap = gaps.getByRole('button', { name: new RegExp(`^Fill this gap from a stream: ${name}, `) });
    await gap.first().waitFor();
    await expectSound(page, { looks: twoLooks, name: 'gaps' });
    await gap.first().click();
    const wizard = page.getByRole('form', { name: 'Schedule Content' });
    await wizard.getByRole('radio', { name: 'Daily words' }).check();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByRole('checkbox', { name: 'WordPress' }).check();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await wizard.getByRole('listitem', { name: 'Post 1: Good morning' }).waitFor();
    await wizard.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.waitForURL('**/schedule-content');
    await page.getByRole('row').filter({ hasText: name }).waitFor();
    assert.deepEqual(faults, []);
  });
});

/** The week of the calendar opens at the working day, and says what is above and below it. */
test.describe('Hours of a week', () => {
  let clientId: string;
  let telegram: string;
  // A whole week that is still to come.
  let monday: string;
  let day: string;

  test.beforeAll(async () => {
    clientId = await addClient(calls, { name: 'Night Bakery' });
    telegram = await connect(calls, product, { clientId, network: 'telegram' });
    monday = localIn(product, 8 + ((7 - new Date(`${localIn(product, 8).slice(0, 10)}T12:00Z`).getUTCDay() + 1) % 7));
    day = monday.slice(0, 10);
    // A post in each hour of the working day, so that the week is longer than the window.
    const bread = Array.from({ length: 11 }, (_, hour) => (hour === 0 ? 'Morning bread' : `Bread at ${hour + 9}`));
    for (const [items, hours, minutes] of [
      [['Night train'], '0', '51'],
      [bread, '9', '30'],
      [['Last orders'], '23', '15'],
    ] as const) {
      const streamId = await addStream(calls, { type: 'text', title: `${items[0]} stream`, items: [...items] });
      await calls.ask('save-scheduler', {
        user_client_id: clientId,
        content_stream_id: streamId,
        social_accounts: [telegram],
        schedule_date: day,
        hours,
        minutes,
        timezone: 'Europe/Berlin',
        re_purpose: 0,
        schedule_type: items.length > 1 ? 'hourly' : 'daily',
      });
    }
  });

  test('A week with a post after midnight opens in the morning and links to what is out of sight', async () => {
    const { page, faults } = await product.open({ height: 800 });
    await enter(page, `/scheduler?view=week&day=${day}`);
    const week = page.getByRole('group', { name: 'Week by hours', exact: true });
    const post = (title: string) => week.getByRole('button', { name: new RegExp(title) });
    /** Whether a post is in sight: below the head of the week and above its end. */
    const inSight = async (title: string): Promise<boolean> => {
      const [box, head, area] = await Promise.all(
        [post(title), week.locator('thead th').first(), week].map((each) => each.boundingBox()),
      );
      assert.ok(box && head && area);
      return box.y >= head.y + head.height && box.y + box.height <= area.y + area.height;
    };
    const earlier = page.getByRole('button', { name: '1 earlier', exact: true });
    const later = page.getByRole('button', { name: /^\d+ later$/ });
    await earlier.waitFor();
    await later.waitFor();
    await week.scrollIntoViewIfNeeded();
    const isSeen = (title: string) => waitForValue(`${title} is in sight`, () => inSight(title));
    await isSeen('Morning bread');
    await expect.poll(async () => [await inSight('Night train'), await inSight('Last orders')]).toEqual([false, false]);
    await expectSound(page, { looks: twoLooks, name: 'week-hours' });
    await page.setViewportSize({ width: 1280, height: 800 });

    await earlier.press('Enter');
    await earlier.waitFor({ state: 'hidden' });
    await post('Night train').and(page.locator(':focus')).waitFor();
    await isSeen('Night train');
    // A press leads to the next post that is out of sight, until none is.
    await expect(async () => {
      if (await later.isVisible()) await later.click({ timeout: 1000 });
      await expect(later).toBeHidden({ timeout: 500 });
    }).toPass();
    await week.locator(':focus').waitFor();
    await isSeen('Last orders');
    assert.deepEqual(faults, []);
  });
});
