/** A client’s month: counted as in the ledger, put into words, exported as a file, shown to the client. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { instantToLocal } from '#rules/planning.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose, takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;
const looks = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const;

let clientId: string;
let telegram: string;
let byHand: string;
const aPost = async (title: string, accountIds: string[], inMinutes: number): Promise<string> =>
  schedule(calls, product, {
    clientId,
    streamId: await addStream(calls, { type: 'text', title: `Stream of ${title}`, items: [title] }),
    accountIds,
    inMinutes,
  });
const deliveriesOf = async (id: string) =>
  (await calls.ask('fetch-scheduler', { id })).items.flatMap((item) => item.social_networks);
const stateOf = async (id: string): Promise<string> => (await deliveriesOf(id)).map(({ state }) => state).join();

let late: string;

let good: string;
let bad: string;

const monthOf = async (id: string): Promise<string> =>
  instantToLocal(new Date((await calls.ask('fetch-scheduler', { id })).items[0]?.due_at ?? ''), 'Europe/Berlin').slice(
    0,
    7,
  );
// The thirty hours may have led into another month.
let month: string;
let missed: 1 | 0;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Old Mill' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  ({ id: byHand } = await calls.ask('connect-by-hand', {
    user_id: clientId,
    network: 'medium',
    name: 'Miller on Medium',
    url: 'https://medium.com/@miller',
  }));
  late = await aPost('Nobody was there', [telegram], 60);
  await product.passTime({ hours: 30 });
  await expect.poll(() => stateOf(late), { message: 'what was not sent in time is missed' }).toBe('missed');
  good = await aPost('Fresh flour', [telegram, byHand], 1);
  bad = await aPost('sandbox-parse-error', [telegram], 1);
  await product.passTime({ minutes: 2 });
  await expect
    .poll(async () => (await stateOf(good)) === 'published,waiting' && (await stateOf(bad)) === 'failed', {
      message: 'one post is out, one failed, and one waits for a person',
    })
    .toBeTruthy();
  const [, asked] = await deliveriesOf(good);
  await calls.ask('resolve-delivery', {
    delivery_id: asked?.delivery_id ?? '',
    decision: 'posted-by-hand',
    post_url: 'https://medium.com/@miller/fresh-flour',
  });
  month = await monthOf(good);
  missed = (await monthOf(late)) === month ? 1 : 0;
});

test('The report of a month equals the ledger, is saved as a PDF, and has a page until that is closed', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/report');
  await page.getByRole('button', { name: 'Create Report for Old Mill' }).click();
  const creating = page.getByRole('dialog', { name: 'Report for Old Mill' });
  const [year = '', number = ''] = month.split('-');
  for (const [label, value] of [
    ['Year', year],
    ['Month', number],
  ] as const)
    await choose(page, { field: label, option: value, within: creating });
  await creating.getByRole('button', { name: 'Generate Report' }).click();
  await page.waitForURL(`**/generate-report/${clientId}/${number}/${year}`);
  const summary = page.getByRole('table', { name: 'Planned and delivered' });
  await summary.waitFor();

  const ledger = await calls.ask('fetch-ledger', { month, timezone: 'Europe/Berlin' });
  const own = ledger.clients.find(({ id }) => id === clientId);
  assert.ok(own !== undefined);
  assert.deepEqual([own.planned, own.published, own.failed, own.missed], [3 + missed, 2, 1, missed]);
  const rows = await summary.getByRole('row').allInnerTexts();
  const shown = rows.slice(1).map((row) =>
    row
      .trim()
      .split(/\s*\t\s*/)
      .slice(0, 2),
  );
  const { planned, published, failed, cancelled, uncertain, waiting } = own;
  assert.deepEqual(shown, [
    ['Planned', String(planned)],
    ['Posted', String(published)],
    ['Failed', String(failed)],
    ['Missed', String(own.missed)],
    ['Cancelled', String(cancelled)],
    ['Needs a look', String(uncertain)],
    ['Waiting', String(waiting)],
  ]);
  await page.getByText('Planned is the sum of all the others. 1 of the posted ones was posted by a person.').waitFor();
  await expectSound(page, { looks, name: 'report' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: 'Edit report' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit report' });
  await takesFocus(editing);
  await editing.getByLabel('Introduction', { exact: true }).first().fill('A good month for bread.');
  await editing.getByRole('checkbox', { name: 'What did not go out' }).uncheck();
  await editing.getByRole('checkbox', { name: 'Profit' }).check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await editing.waitFor({ state: 'hidden' });
  await page.getByText('A good month for bread.').waitFor();
  await page.getByText(/ paid, no costs: .* left, .* for each post that went out\.$/).waitFor();
  await page.getByRole('heading', { name: 'What did not go out' }).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Share with the client' }).click();
  const sharing = page.getByRole('dialog', { name: 'Share with Old Mill' });
  await sharing.getByRole('button', { name: 'Open the page' }).click();
  const shared = sharing.getByText(/\/client-report\//);
  await shared.waitFor();
  const { href: address } = new URL(await shared.innerText());
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Make a PDF' }).click();
  const made = page.getByRole('button', { name: /^Download PDF \(\d pages?, / });
  await made.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), made.click()]);
  assert.equal(file.suggestedFilename(), `report-old-mill-${month}.pdf`);
  const pdf = readFileSync(await file.path());
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.ok(pdf.includes(`(${address})`), 'the client’s page stands in it');

  const client = await product.open({ width: 390 });
  await client.page.goto(address);
  await client.page.getByText('A good month for bread.').waitFor();
  await expect(client.page.getByRole('table', { name: 'Planned and delivered' })).toHaveText(/Posted\s+2/, {
    useInnerText: true,
  });
  await expectSound(client.page, { looks: looks.slice(0, 1), name: 'report-of-client' });
  await page.getByRole('button', { name: 'Shared' }).click();
  await sharing.getByRole('button', { name: 'Close the page' }).click();
  await sharing.getByRole('button', { name: 'Open the page' }).waitFor();
  await client.page.reload();
  await client.page.getByRole('heading', { name: 'This page does not work any more' }).waitFor();
  assert.deepEqual([...faults, ...client.faults], []);
});
