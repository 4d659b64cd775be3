/**
 * The first questions of an owner with twenty clients and no time: what goes out today, did yesterday's posts go out,
 * what is empty next week?
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { createOwner } from '#server/people/operator/owners.ts';
import { addClient, addStream, callsOf, connect, schedule } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

const strip = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The addresses of links. */
const targetsOf = async (links: Locator) => Promise.all((await links.all()).map((link) => link.getAttribute('href')));

/** A signed-in owner of a further agency, and the calls of that owner. */
async function anOwner(name: string, options: { expected?: readonly number[] } = {}) {
  const person = { email: `${name}@agency.test`, password: 'Owner&Pass1!' };
  await createOwner(product.services.db, { ...person, name, membership: 'enterprise' });
  const calls = await callsOf(product, person);
  const { page, faults } = await product.open(options);
  return { calls, page, faults, enter: () => enter(page, '/dashboard', person) };
}

test('A new agency is guided through its first steps, and its empty lists explain themselves', proof, async () => {
  const { calls, page, faults, enter } = await anOwner('newcomer');
  await enter();
  const counters = page.getByRole('main').getByRole('list').filter({ hasText: 'Total Earned' }).getByRole('listitem');
  await counters.first().waitFor();
  await expect(page, 'the title').toHaveTitle('AgencyReel | Dashboard');
  await expect
    .poll(async () =>
      (await counters.allInnerTexts()).map((text) =>
        text
          .split('\n')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .join(' '),
      ),
    )
    .toEqual(['00 Clients', '00 Content Streams', '00 Content Scheduled', '00 Content Created', '$0 Total Earned']);
  await expect
    .poll(() => targetsOf(counters.getByRole('link')), { message: 'what is earned leads nowhere' })
    .toEqual(['/clients', '/streams', '/schedule-content', '/contents']);
  await strip(page, 'Recent videos').getByText('You have no video created yet').waitFor();
  await strip(page, 'Recent images').getByText('You have no images created yet').waitFor();
  await expect.poll(() => targetsOf(page.getByRole('link', { name: /^View All/ }))).toEqual(['/contents', '/contents']);
  await strip(page, 'Today').getByText('Nothing is planned for today.').waitFor();
  await strip(page, 'Today').getByText('Nothing was planned for yesterday.').waitFor();
  await strip(page, 'Needs you').getByText('All is well. Nothing waits for you.').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'dashboard-new' });

  const steps = strip(page, 'First steps');
  await steps.getByText('0 of 4 done').waitFor();
  await steps.getByRole('link', { name: 'Add a client', exact: true }).click();
  await page.waitForURL('**/add-client');
  await addClient(calls, { name: 'First Client' });
  await page.goto('/dashboard');
  await steps.getByText('1 of 4 done').waitFor();
  await expect(steps.getByRole('link', { name: 'Add a client' }), 'what is done is no longer asked for').toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('An empty day of a client links to its plan for that day, also on a phone', proof, async () => {
  const { calls, page, faults, enter } = await anOwner('planner');
  for (const name of ['Busy Bakery', 'Idle Inn'])
    await addClient(calls, { name, email: `${name.slice(0, 4)}@planner.test` });
  const [busy] = (await calls.ask('fetch-app-client', { search: 'Busy' })).items;
  const clientId = busy?.id ?? '';
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'Daily bread', items: ['One', 'Two'] });
  await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 60, frequency: 'daily' });
  await enter();
  const week = strip(page, 'Next 7 days');
  await strip(page, 'Empty weeks').getByText('1 of 2 clients has nothing planned in the next 7 days.').waitFor();
  const rows = week.getByRole('row');
  await rows
    .nth(1)
    .getByRole('rowheader', { name: /Idle Inn/ })
    .waitFor();
  await expect(rows.nth(1).getByRole('link', { name: /Nothing planned for Idle Inn on/ })).toHaveCount(7);
  await expect(rows.nth(2).getByRole('link', { name: /Nothing planned for Busy Bakery on/ })).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  const day = rows
    .nth(1)
    .getByRole('link', { name: /^Nothing planned/ })
    .nth(3);
  const first = new URL((await day.getAttribute('href')) ?? '', product.url).searchParams.get('first') ?? '';
  await day.click();
  await page
    .getByRole('form', { name: 'Schedule Content', exact: true })
    .getByRole('radio', { name: /Idle Inn/ })
    .and(page.locator(':checked'))
    .waitFor();
  await page.getByRole('list', { name: 'Chosen so far', exact: true }).locator(`time[datetime^="${first}"]`).waitFor();
  await page.goBack();
  // A page that replaces another takes the focus a moment after it appears.
  await page.getByRole('main').and(page.locator(':focus')).waitFor();
  await rows.nth(2).getByRole('link', { name: 'Schedule for Busy Bakery', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('radio', { name: /Busy Bakery/ })
    .and(page.locator(':checked'))
    .waitFor();
  assert.deepEqual(faults, []);
});

test('The dashboard of today lists what is due, and of the day after whether everything went out', async () => {
  const { calls, page, faults, enter } = await anOwner('tomorrow');
  const clientId = await addClient(calls, { name: 'Old Mill', email: 'mill@tomorrow.test' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const plan = async (title: string): Promise<string> =>
    schedule(calls, product, {
      clientId,
      streamId: await addStream(calls, { type: 'text', title: `Stream of ${title}`, items: [title] }),
      accountIds: [telegram],
      inMinutes: 10,
    });
  while (Number(product.now().toLocaleTimeString('en-GB', { hour: '2-digit', timeZone: 'Europe/Berlin' })) > 21)
    await product.passTime({ minutes: 30 });
  const good = await plan('Fresh flour');
  const bad = await plan('sandbox-parse-error');
  await enter();
  const today = strip(page, 'Today');
  await today.getByText('Goes out next').waitFor();
  await expect(today.getByRole('listitem').getByRole('link')).toHaveText(
    ['Fresh flour', 'Old Mill', 'sandbox-parse-error', 'Old Mill'],
    { useInnerText: true },
  );
  await product.passTime({ minutes: 12 });
  const stateOf = async (id: string) =>
    (await calls.ask('fetch-scheduler', { id })).items[0]?.social_networks[0]?.state;
  await expect
    .poll(async () => (await stateOf(good)) === 'published' && (await stateOf(bad)) === 'failed', {
      message: 'one is out and one has failed',
    })
    .toBeTruthy();
  await page.reload();
  await today
    .getByRole('term')
    .filter({ hasText: 'Failed' })
    .locator('xpath=following-sibling::dd')
    .getByText('1')
    .waitFor();
  await product.passTime({ hours: 24 });
  await page.reload();
  await today.getByText('Yesterday 1 of 2 posts went out; 1 failed.').waitFor();
  await strip(page, 'Needs you')
    .getByRole('listitem')
    .filter({ hasText: 'sandbox-parse-error' })
    .getByText('Failed', { exact: true })
    .waitFor();
  await today.getByRole('link', { name: 'See yesterday', exact: true }).click();
  await page.getByRole('button', { name: /Fresh flour/ }).waitFor();
  await page.getByRole('button', { name: /sandbox-parse-error/ }).waitFor();
  assert.deepEqual(faults, []);
});

test(
  'A dashboard of 21 clients answers its three questions without scrolling, on desktop and phone',
  proof,
  async () => {
    const { calls, page, faults, enter } = await anOwner('busy');
    for (let number = 1; number <= 20; number += 1)
      await addClient(calls, { name: `Client Number ${number} of the Long Quay`, email: `c${number}@busy.test` });
    const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: 'bakery@busy.test' });
    const streamId = await addStream(calls, { type: 'text', title: 'Bread', items: ['Rye', 'Spelt'] });
    const account = await connect(calls, product, { clientId, network: 'telegram' });
    await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 * 24 });
    await enter();
    const empty = strip(page, 'Empty weeks');
    const answers = [
      strip(page, 'Today').getByRole('definition').last(),
      strip(page, 'Today').getByText('Nothing was planned for yesterday.'),
      empty.getByText('20 of 21 clients have nothing planned in the next 7 days.'),
      empty.getByRole('link', { name: /^Client Number/ }).first(),
    ];
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const answer of answers) {
        await answer.waitFor();
        await expect
          .poll(
            async () => {
              const box = await answer.boundingBox();
              return box !== null && box.y + box.height <= size.height;
            },
            { message: 'it is above the fold' },
          )
          .toBeTruthy();
      }
    }
    await expectSound(page, { looks: twoLooks, name: 'dashboard-busy' });
    await page.setViewportSize({ width: 1280, height: 800 });
    const [top, counters] = [page.getByRole('region', { name: /^Welcome/ }), page.getByText('Total Earned')];
    const [welcome, last] = [await top.boundingBox(), await counters.boundingBox()];
    assert.ok(welcome && last && last.y < welcome.y + welcome.height, 'welcome and counters stand in one row');
    await empty
      .getByRole('link', { name: /^Client Number/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'New schedule', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  },
);

test('A strip that cannot be read says so and is read again on request, and the other strips stay', proof, async () => {
  const { page, faults, enter } = await anOwner('unlucky', { expected: [500] });
  let broken = true;
  await page.route('**/api/fetch-today', (route) =>
    broken
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ status: false, message: 'Getting Internal Server Error' }),
        })
      : route.fallback(),
  );
  await enter();
  const today = strip(page, 'Today');
  await today.getByRole('alert').getByText('Getting Internal Server Error').waitFor();
  await strip(page, 'Needs you').getByText('All is well. Nothing waits for you.').waitFor();
  await strip(page, 'Next 7 days').getByText('You have not created any client yet.').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'dashboard-broken' });
  broken = false;
  await today.getByRole('button', { name: 'Try again', exact: true }).click();
  await today.getByText('Nothing is planned for today.').waitFor();
  broken = true;
  assert.deepEqual(faults, []);
});

test('Two hundred clients load in parts, and the page fits every window', proof, async () => {
  const { calls, page, faults, enter } = await anOwner('crowded');
  const { id } = await calls.ask('fetch-user', {});
  await product.services.db.asSystem(async (tx) => {
    const { agency_id: agencyId } = await tx
      .selectFrom('users')
      .select('agency_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const clients = Array.from({ length: 200 }, (_, index) => ({
      agency_id: agencyId,
      role: 'client' as const,
      name: `Client ${index + 1}`,
      email: `client-${index + 1}@crowded.test`,
    }));
    await tx.insertInto('users').values(clients).execute();
  });
  await enter();
  const week = strip(page, 'Next 7 days');
  await strip(page, 'Empty weeks')
    .getByText('Nothing is planned for any of your 200 clients in the next 7 days.')
    .waitFor();
  const more = week.getByRole('button', { name: 'Show more clients (190)', exact: true });
  await more.waitFor();
  await expect(week.getByRole('row')).toHaveCount(11);
  await more.click();
  await week.getByRole('button', { name: 'Show more clients (180)', exact: true }).waitFor();
  await expect(week.getByRole('row')).toHaveCount(21);
  await expectSound(page, { looks: twoLooks, name: 'dashboard-crowded' });
  assert.deepEqual(faults, []);
});
