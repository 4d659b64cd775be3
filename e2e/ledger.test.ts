/** The outcome of everything planned: the month's sum, the posts behind each figure, and each post's history. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { instantToLocal } from '#rules/planning.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { pageTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

let clientId: string;
let telegram: string;
let medium: string;
const aPost = async (title: string, accountIds: string[], inMinutes: number): Promise<string> =>
  schedule(calls, product, {
    clientId,
    streamId: await addStream(calls, { type: 'text', title: `Stream of ${title}`, items: [title] }),
    accountIds,
    inMinutes,
  });
let good: string;
let bad: string;
let unsure: string;
let later: string;

const stateOf = async (id: string) =>
  (await calls.ask('fetch-scheduler', { id })).items[0]?.social_networks.map(({ state }) => state).join();

// The browser's month, whenever this runs; a post half an hour ahead may belong to the next one.
const monthOf = async (id: string) =>
  instantToLocal(new Date((await calls.ask('fetch-scheduler', { id })).items[0]?.due_at ?? ''), 'Europe/Berlin').slice(
    0,
    7,
  );
let month: string;
let waiting: 1 | 0;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Old Mill' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  medium = await connect(calls, product, { clientId, network: 'medium' });
  good = await aPost('Fresh flour', [telegram, medium], 1);
  bad = await aPost('sandbox-parse-error', [telegram], 1);
  unsure = await aPost('sandbox-cut-after', [medium], 2);
  later = await aPost('Next harvest', [telegram], 30);
  await product.passTime({ minutes: 3 });
  await expect
    .poll(
      async () =>
        (await stateOf(good)) === 'published,published' &&
        (await stateOf(bad)) === 'failed' &&
        (await stateOf(unsure)) === 'uncertain',
      { message: 'the posts have gone out, failed, or are in doubt' },
    )
    .toBeTruthy();
  month = await monthOf(good);
  waiting = (await monthOf(later)) === month ? 1 : 0;
});

const openLedger = async (): Promise<{ page: Page; faults: string[] }> => {
  const opened = await product.open();
  await enter(opened.page, `/ledger?month=${month}`);
  await opened.page.getByRole('table').waitFor();
  return opened;
};

test('The ledger sums the month up and has a row for every client', async () => {
  const { page, faults } = await openLedger();
  const sum = (await page.getByRole('region', { name: 'The sum of the month', exact: true }).innerText()).replaceAll(
    /\s+/g,
    ' ',
  );
  assert.match(
    sum,
    new RegExp(
      `^Planned ${4 + waiting} = Posted 2 \\+ Failed 1 \\+ Missed 0 \\+ Cancelled 0 \\+ Needs a look 1 \\+ Waiting ` +
        `${waiting} It adds up: every planned post is in exactly one place\\.$`,
    ),
  );
  const row = page.getByRole('row').filter({ hasText: 'Old Mill' });
  await expect
    .poll(async () => (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim()))
    .toEqual(['Old Mill', `${4 + waiting}`, '2', '1', '0', '0', '1', `${waiting}`]);
  assert.deepEqual(faults, []);
});

test('A figure links to its posts, and a post explains itself, by keyboard alone', proof, async () => {
  const { page, faults } = await openLedger();
  await page.getByRole('link', { name: '1 failed, Old Mill', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Failed, / }).waitFor();
  await page.getByRole('table', { name: 'Posts', exact: true }).waitFor();
  await pageTakesFocus(page);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'History of sandbox-parse-error', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'sandbox-parse-error', exact: true }).waitFor();
  const story = page.getByRole('region', { name: 'What happened', exact: true }).getByRole('listitem');
  for (const words of [
    /Planned by .+ for /,
    /Publishing started /,
    /Attempt 1: recorded as sent, then sent to Telegram\./,
    /Telegram refused the post\./,
    /It failed: /,
    /Next: nothing, unless you publish it again\./,
  ])
    await story.filter({ hasText: words }).first().waitFor();
  assert.deepEqual(faults, []);
});

test('A post also explains itself from its schedule', proof, async () => {
  const { page, faults } = await openLedger();
  await page.goto(`/schedule-detail/${good}`);
  await page.getByRole('button', { name: /^View 2 accounts/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'History on Telegram', exact: true }).click();
  await page.getByText('Telegram took the post, with the id').waitFor();
  await page.getByRole('link', { name: 'Visit the post on Telegram', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('The month is saved as a table', proof, async () => {
  const { page, faults } = await openLedger();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
  ]);
  assert.equal(file.suggestedFilename(), `ledger-${month}.csv`);
  const figures = `${4 + waiting},2,1,0,0,1,${waiting}`;
  const table = readFileSync(await file.path(), 'utf8');
  assert.equal(
    table,
    '\ufeffClient,Planned,Posted,Failed,Missed,Cancelled,Needs a look,Waiting\r\n' +
      `Old Mill,${figures}\r\nAll clients,${figures}\r\n`,
  );
  assert.deepEqual(faults, []);
});

test('A month without a plan says so, and one press returns to the current one', proof, async () => {
  const { page, faults } = await openLedger();
  await page.goto('/ledger?month=2031-01');
  await page.getByText('Nothing is planned for January 2031.').waitFor();
  await page.getByRole('link', { name: 'Month after: February 2031', exact: true }).click();
  await page.getByRole('heading', { name: 'February 2031', exact: true }).waitFor();
  await page.getByRole('link', { name: 'This month', exact: true }).click();
  await page
    .getByRole('heading', {
      name: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/Berlin' }).format(
        product.now(),
      ),
    })
    .waitFor();
  assert.deepEqual(faults, []);
});
