/** The focus stays visible while a long list is walked by keyboard, also on a phone and at a zoom of 400 %. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { expect, test } from './fixtures.ts';
import { hasFocus } from './focus.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let accountId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  accountId = await connect(calls, product, { clientId, network: 'telegram' });
  for (let count = 1; count <= 12; count += 1) {
    const streamId = await addStream(calls, { type: 'text', title: `Stream ${count}`, items: ['One'] });
    await schedule(calls, product, { clientId, streamId, accountIds: [accountId], inMinutes: 600 + count });
  }
});

/** The name of the focused control if most of it is behind something else or outside the window; '' otherwise. */
const hidden = `(() => {
  const control = document.activeElement;
  // The link that skips the navigation appears and disappears with motion.
  if (control === document.body || control.textContent === 'Skip to the content') return '';
  const { x, y, width, height } = control.getBoundingClientRect();
  const inSight = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.8], [0.5, 0.1], [0.5, 0.9]].filter(([right, down]) => {
    const there = document.elementFromPoint(x + width * right, y + height * down);
    return there !== null && (control.contains(there) || there.contains(control));
  });
  const isUnderSkip = document.elementFromPoint(x + width / 2, y + height / 2)?.textContent === 'Skip to the content';
  return inSight.length > 2 || isUnderSkip ? '' : (control.ariaLabel ?? control.textContent);
})()`;

async function hiddenAlong(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const found: string[] = [];
  for (let presses = 0; presses < 70; presses += 1) {
    await page.keyboard.press(key);
    const name = String(await page.evaluate(hidden));
    if (name !== '') found.push(`${key}: ${name}`);
  }
  return found;
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 256 },
])
  test(`No bar covers the focused element in a window of ${width} × ${height}`, async () => {
    const { page, faults } = await product.open({ width, height });
    for (const address of ['/schedule-content', '/streams']) {
      await (page.url() === 'about:blank' ? enter(page, address) : page.goto(address));
      await page
        .getByRole('checkbox', { name: /^Choose Stream/ })
        .first()
        .check();
      await page.getByRole('region', { name: 'Chosen rows', exact: true }).waitFor();
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: 'the page scrolls sideways' })
        .toBe(width);
      const found = [...(await hiddenAlong(page, 'Tab')), ...(await hiddenAlong(page, 'Shift+Tab'))];
      assert.deepEqual(found, [], address);
    }
    assert.deepEqual(faults, []);
  });

test('The report of a bulk action names its rows and stays above the bar of the next selection', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/schedule-content?sort=stream');
  await page.getByRole('checkbox', { name: 'Choose Stream 1', exact: true }).check();
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  await bar.getByRole('button', { name: 'Pause 1 schedule', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  const report = page.getByRole('region', { name: 'What came of it', exact: true });
  await report.getByText('Done: Stream 1 for Sunrise Bakery').waitFor();
  await page.getByRole('checkbox', { name: 'Choose Stream 2', exact: true }).check();
  await bar.waitFor();
  await expect
    .poll(
      async () => {
        const [above, below] = [await report.boundingBox(), await bar.boundingBox()];
        return above !== null && below !== null && above.y + above.height <= below.y;
      },
      { message: 'the report is above the bar' },
    )
    .toBeTruthy();
  assert.deepEqual(faults, []);
});

test('In a low window a menu is reachable to its end, and a post of the calendar can be read', async () => {
  const { page, faults } = await product.open({ width: 320, height: 256 });
  const [next] = (await calls.ask('fetch-schedulers', {})).items;
  const { items } = await calls.ask('fetch-scheduler', { id: next?.id ?? '' });
  await enter(page, `/scheduler?view=list&day=${items[0]?.scheduled.slice(0, 10)}`);
  const post = page.getByRole('button', { name: /One/ }).first();
  await post.waitFor();
  await page.getByRole('button', { name: /, your account$/ }).focus();
  await page.keyboard.press('Enter');
  const last = page.getByRole('button', { name: 'Sign Out', exact: true });
  await last.waitFor();
  // From the button, the up arrow goes to the last entry.
  await page.keyboard.press('ArrowUp');
  await hasFocus(last, page);
  await expect.poll(() => page.evaluate(hidden)).toBe('');
  await page.keyboard.press('Escape');
  await last.waitFor({ state: 'hidden' });

  await post.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('dialog', { name: 'One' }).getByText('How it will look').first();
  await heading.scrollIntoViewIfNeeded();
  const line = await boxAtRest(heading);
  const ends = [line.y + 2, line.y + line.height - 2].map(
    (y) => `document.elementFromPoint(${line.x + 4}, ${y})?.textContent`,
  );
  await expect.poll(() => page.evaluate(`[${ends.join(', ')}]`)).toEqual(['How it will look', 'How it will look']);
  assert.deepEqual(faults, []);
});
