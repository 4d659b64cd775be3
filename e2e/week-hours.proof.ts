/** The week of the calendar opens at the working day, and says what is above and below it. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, type Caller } from './arrange.ts';
import { localIn } from './daily-plan.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let telegram: string;
// A whole week that is still to come.
let monday: string;
let day: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  monday = localIn(product, 8 + ((7 - new Date(`${localIn(product, 8).slice(0, 10)}T12:00Z`).getUTCDay() + 1) % 7));
  day = monday.slice(0, 10);
  for (const [title, hours, minutes] of [
    ['Night train', '0', '51'],
    ['Morning bread', '9', '30'],
    ['Last orders', '23', '15'],
  ] as const) {
    const streamId = await addStream(calls, { type: 'text', title: `${title} stream`, items: [title] });
    await calls.ask('save-scheduler', {
      user_client_id: clientId,
      content_stream_id: streamId,
      social_accounts: [telegram],
      schedule_date: day,
      hours,
      minutes,
      timezone: 'Europe/Berlin',
      re_purpose: 0,
      schedule_type: 'daily',
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
  const later = page.getByRole('button', { name: '1 later', exact: true });
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
  // A press leads to the next post that is out of sight: to the last one at once, or to the morning's before it.
  const anyLater = page.getByRole('button', { name: /^[12] later$/ });
  await anyLater.click();
  const focused = page.locator(':focus');
  await post('Morning bread').or(post('Last orders')).and(focused).waitFor();
  if ((await post('Last orders').and(focused).count()) === 0) await anyLater.click();
  await post('Last orders').and(focused).waitFor();
  await isSeen('Last orders');
  assert.deepEqual(faults, []);
});
