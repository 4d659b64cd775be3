/** Posts that need a person's decision: missed, failed and uncertain ones. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { berlinDayOf } from './daily-plan.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

type Network = Parameters<typeof connect>[2]['network'];

/** A schedule of texts for a client of its own, an hour apart, the first in an hour. */
async function aPlan(
  name: string,
  items: readonly string[],
  networks: readonly Network[] = ['telegram'],
): Promise<string> {
  const clientId = await addClient(calls, { name });
  const accountIds: string[] = [];
  for (const network of networks) accountIds.push(await connect(calls, product, { clientId, network }));
  const streamId = await addStream(calls, { type: 'text', title: `Words of ${name}`, items });
  return schedule(calls, product, { clientId, streamId, accountIds, inMinutes: 60 });
}

const deliveriesOf = async (id: string) =>
  (await calls.ask('fetch-scheduler', { id })).items.flatMap((item) => item.social_networks);
const reaches = (id: string, state: string, count = 1): Promise<unknown> =>
  waitForValue(
    `${count} deliveries are ${state}`,
    async () => (await deliveriesOf(id)).filter((delivery) => delivery.state === state).length === count,
  );
const postsSaying = (words: string): number =>
  [...product.sandbox.state.posts.values()].filter((post) => `${post.title} ${post.text}`.includes(words)).length;

/** The dashboard's entry about a post. */
const needOf = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Needs you', exact: true }).getByRole('listitem').filter({ hasText: title });
const buttonsOf = async (region: Locator): Promise<string[]> => await region.getByRole('button').allInnerTexts();

test(
  'After an outage of thirty hours the missed posts say so, and go out now or at the next free time',
  proof,
  async () => {
    const id = await aPlan('Sleeper', ['First words', 'Second words', 'Third words']);
    await product.passTime({ hours: 30 });
    await reaches(id, 'missed', 3);
    assert.equal(postsSaying('words'), 0, 'nothing goes out thirty hours late by itself');

    const { page, faults } = await product.open();
    await enter(page, '/dashboard');
    const first = needOf(page, 'First words');
    await first.getByText('Missed', { exact: true }).waitFor();
    await first.getByText('Missed: its time passed while nothing could be sent.').waitFor();
    await expect.poll(() => buttonsOf(first)).toEqual(['Publish now', 'Move to the next free time']);
    await first.getByRole('button', { name: /^Publish now: / }).click();
    await first.getByText('It is on Telegram.').waitFor();
    await first.getByRole('link', { name: 'Visit the post on Telegram', exact: true }).waitFor();
    await expect(first.getByRole('button')).toHaveCount(0);

    const second = needOf(page, 'Second words');
    await second.getByRole('button', { name: /^Move to the next free time: / }).click();
    await second.getByText(/^Moved to (Today|Tomorrow), /).waitFor();
    await second.getByText('Scheduled', { exact: true }).waitFor();

    await needOf(page, 'Third words').getByRole('link', { name: 'Third words', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Third words' });
    await row.getByText('Failed', { exact: true }).waitFor();
    await row.getByText('Missed: its time passed while nothing could be sent.').waitFor();
    await row.getByRole('button', { name: /^Decide/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Social Accounts', exact: true });
    await dialog.getByText('Missed', { exact: true }).waitFor();
    await dialog.getByText(/You can publish it now, or move it/).waitFor();
    await dialog.getByRole('button', { name: /^Publish now/ }).waitFor();
    await dialog.getByRole('button', { name: /^Move to the next free time/ }).click();
    await dialog.getByText('Scheduled', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Scheduled', { exact: true }).waitFor();

    const [, moved, alsoMoved] = await deliveriesOf(id);
    assert.notEqual(moved?.due_at, alsoMoved?.due_at, 'each has a time of its own');
    await product.passTime({ hours: 3 });
    await reaches(id, 'published', 3);
    assert.deepEqual([postsSaying('First words'), postsSaying('Second words'), postsSaying('Third words')], [1, 1, 1]);
    assert.deepEqual(faults, []);
  },
);

test('An uncertain post is settled on the dashboard by keyboard, with its link', async () => {
  const id = await aPlan('Unsure', ['sandbox-cut-after-1']);
  await product.passTime({ minutes: 61 });
  await reaches(id, 'uncertain');
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const need = needOf(page, 'sandbox-cut-after-1');
  await need.getByText('Needs a look').waitFor();
  await need.getByText('Please check the account before posting again.').waitFor();
  await expect.poll(() => buttonsOf(need)).toEqual(['It is there', 'Publish again']);

  const again = need.getByRole('button', { name: /^Publish again: / });
  await again.focus();
  await page.keyboard.press('Enter');
  const risk = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await risk.getByText('If the post is on Telegram after all, it will be there twice.').waitFor();
  await page.keyboard.press('Escape');
  await risk.waitFor({ state: 'hidden' });
  await again.and(page.locator(':focus')).waitFor();

  await need.getByRole('button', { name: /^It is there: / }).focus();
  await page.keyboard.press('Enter');
  await need.getByLabel('Link to the post').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('not a link');
  await page.keyboard.press('Enter');
  await need.getByText('Please enter a valid URL').waitFor();
  await need.getByLabel('Link to the post').fill('https://t.me/sunrise_bakery/7');
  await page.keyboard.press('Enter');
  await need.getByText('It is on Telegram.').waitFor();
  await expect(need.getByRole('link', { name: /^Visit/ })).toHaveAttribute('href', 'https://t.me/sunrise_bakery/7');
  // The keyboard goes on from there.
  await need.locator(':focus').waitFor();
  assert.equal(postsSaying('sandbox-cut-after-1'), 1, 'it was not sent again');
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('422 ')),
    [],
  );
});

test('An uncertain post reads the same in the calendar, the list, the dashboard and its schedule', proof, async () => {
  const id = await aPlan('Everywhere', ['sandbox-cut-after-9 everywhere']);
  await product.passTime({ minutes: 61 });
  await reaches(id, 'uncertain');
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await needOf(page, 'sandbox-cut-after-9 everywhere').getByText('Needs a look').waitFor();
  await page.getByRole('region', { name: 'Today', exact: true }).getByText('Needs a look', { exact: true }).waitFor();
  await page.goto('/schedule-content');
  const row = page.getByRole('row').filter({ hasText: 'Words of Everywhere' });
  await row.getByText('1 needs a look').first().waitFor();
  await expect(row.getByText('failed')).toHaveCount(0);
  const [due] = await deliveriesOf(id);
  await page.goto(`/scheduler?day=${berlinDayOf(due?.due_at ?? '')}`);
  await page
    .getByRole('button', { name: /sandbox-cut-after-9.*Needs a look/ })
    .first()
    .waitFor();
  await page.goto(`/schedule-detail/${id}`);
  await page.getByRole('row').filter({ hasText: 'sandbox-cut-after-9' }).getByText('Needs a look').waitFor();
  assert.deepEqual(faults, []);
});

test('Publishing an item again reaches the accounts that failed and skips the one that has it', proof, async () => {
  const id = await aPlan('Twice refused', ['sandbox-forbidden-1 twice'], ['wordpress', 'medium', 'telegram']);
  await product.passTime({ minutes: 61 });
  await reaches(id, 'published');
  await expect
    .poll(
      async () =>
        (await deliveriesOf(id)).every(
          ({ state }) => state !== 'scheduled' && state !== 'sending' && state !== 'claimed',
        ),
      { message: 'two accounts refused' },
    )
    .toBeTruthy();
  const before = await deliveriesOf(id);
  assert.deepEqual(
    before.map(({ type, state }) => `${type} ${state}`),
    ['wordpress failed', 'medium failed', 'telegram published'],
  );
  const { page, faults } = await product.open();
  await enter(page, `/schedule-detail/${id}`);
  const row = page.getByRole('row').filter({ hasText: 'sandbox-forbidden-1' });
  await row.getByText('Posted 1 of 3').waitFor();
  await row.getByRole('button', { name: /^Decide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Social Accounts', exact: true });
  await dialog.getByText('This post failed at 2 accounts. The others are not affected.').waitFor();
  await dialog.getByRole('button', { name: 'Publish again to all 2', exact: true }).click();
  await page.getByText('Publishing again').waitFor();
  await expect(dialog.getByText('Posted', { exact: true }), 'all three have it').toHaveCount(3);
  assert.equal(postsSaying('sandbox-forbidden-1 twice'), 3);
  await expect.poll(async () => (await deliveriesOf(id)).at(-1)?.post_url).toEqual(before.at(-1)?.post_url);
  assert.deepEqual(faults, []);
});

test('The second of two decisions is refused, and the page shows the state of the post', proof, async () => {
  const id = await aPlan('Two of us', ['Both of us saw this']);
  await product.passTime({ hours: 26 });
  await reaches(id, 'missed');
  const { page, faults } = await product.open({ expected: [409] });
  await enter(page, '/dashboard');
  const need = needOf(page, 'Both of us saw this');
  await need.getByRole('button', { name: /^Publish now: / }).waitFor();
  const look = await hold(page, 'fetch-needs-you');
  const [delivery] = await deliveriesOf(id);
  await calls.ask('resolve-delivery', { delivery_id: delivery?.delivery_id ?? '', decision: 'publish-now' });
  await need.getByRole('button', { name: /^Publish now: / }).click();
  await page
    .getByRole('alert')
    .getByText('This post has changed in the meantime. Its current state is shown.')
    .waitFor();
  look();
  await need.waitFor({ state: 'hidden' });
  await reaches(id, 'published');
  assert.equal(postsSaying('Both of us saw this'), 1);
  assert.deepEqual(faults, []);
});

test(
  'The dashboard with pending decisions fits every window and has targets large enough for a finger',
  proof,
  async () => {
    const id = await aPlan('Small screen', [
      'Short',
      'Two',
      'Three',
      'Four',
      'A title that is quite a bit longer than a phone is wide, as people will write',
    ]);
    await product.passTime({ hours: 30 });
    await reaches(id, 'missed', 5);
    const { page, faults } = await product.open({ width: 390 });
    await enter(page, '/dashboard');
    await needOf(page, 'A title that is quite')
      .getByRole('button', { name: /^Publish now: / })
      .waitFor();
    await expectSound(page, { looks: everyLook, name: 'deciding-dashboard' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Show all/ }).click();
    await needOf(page, 'Short')
      .getByRole('button', { name: /^Publish now: / })
      .click();
    await needOf(page, 'Short').getByText('It is on Telegram.').waitFor();
    await page.goto(`/schedule-detail/${id}`);
    await page.getByRole('button', { name: /^Decide: A title/ }).click();
    await page
      .getByRole('dialog', { name: 'Social Accounts', exact: true })
      .getByRole('button', { name: /^Publish now/ })
      .waitFor();
    await expectSound(page, { looks: everyLook, name: 'deciding-accounts' });
    assert.deepEqual(faults, []);
  },
);

test('A post that a network delays for hours says until when, and goes out by itself', proof, async () => {
  const id = await aPlan('Patient', ['sandbox-rate-limit-28800', 'Behind it']);
  await product.passTime({ minutes: 150 });
  await expect
    .poll(async () => (await deliveriesOf(id)).every((delivery) => delivery.waits_until !== null), {
      message: 'both posts wait',
    })
    .toBeTruthy();

  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page.getByRole('button', { name: /^Show (all|the latest)/ }).click();
  const need = needOf(
    page,
    'Telegram takes no more posts of this account for now. 2 posts wait and go out by themselves after that.',
  );
  await need.getByText('Waits for the network', { exact: true }).waitFor();
  await need.getByText(/until (today|tomorrow|\w{3}, \d+ \w{3}), \d\d:\d\d$/).waitFor();
  await expect(need.getByRole('button'), 'there is nothing to do').toHaveCount(0);
  await expectSound(page, { looks: everyLook, name: 'waiting-dashboard' });

  await page.goto(`${product.url}/schedule-detail/${id}`);
  const row = page.getByRole('row').filter({ hasText: 'Behind it' });
  await row.getByText(/^Waits until (today|tomorrow|\w{3}, \d+ \w{3}), \d\d:\d\d · /).waitFor();
  await row.getByText('The network asks this account to wait, and this post waits with it.').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'sandbox-rate-limit' })
    .getByText(/^The network asks us to wait\. Telegram: /)
    .waitFor();
  await expectSound(page, { looks: everyLook, name: 'waiting-schedule' });

  product.sandbox.clock.aheadMs += 8 * 3_600_000;
  await product.passTime({ hours: 8 });
  await reaches(id, 'published', 2);
  await page.goto(product.url);
  await page
    .getByText('Nothing waits for you')
    .or(page.getByRole('region', { name: 'Needs you', exact: true }).getByRole('listitem').first())
    .waitFor();
  await expect(need).toHaveCount(0);
  assert.deepEqual(faults, []);
});
