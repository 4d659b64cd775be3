/**
 * A client approves with the password that the agency gave it, and all screens say so. A member sees no field for it.
 */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, clientPassword, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const looks = [
  { width: 390, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const;
const said = /in a session whose password the agency set/;
const client = { email: 'anna@sunrise.test', password: clientPassword };

test('An approval under a password set by the agency says so in the list, the story and the activity log', async () => {
  const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: client.email });
  await calls.ask('edit-app-client-account', {
    id: clientId,
    name: 'Sunrise Bakery',
    earning: 0,
    frequency: 'weekly',
    approval: 'client',
  });
  const account = await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'News', items: ['Opening hours', 'Our oven'] });
  await schedule(calls, product, { clientId, streamId, accountIds: [account], inMinutes: 60 });

  const { page: theirs, faults: theirFaults } = await product.open();
  await enter(theirs, '/approvals', client);
  await theirs.getByRole('button', { name: 'Approve: Opening hours', exact: true }).click();
  await theirs.getByText('Approved: “Opening hours”').waitFor();

  const { page, faults } = await product.open();
  await enter(page, '/approvals');
  await page.getByRole('tab', { name: /^Approved/ }).click();
  await page.getByRole('article', { name: 'Opening hours', exact: true }).getByText(said).waitFor();
  await expectSound(page, { looks, name: 'approved-by-agency-password' });
  await page.setViewportSize({ width: 1280, height: 900 });

  const {
    rows: [delivery],
  } = await product.services.db.pool.query<{ id: string }>(
    `select d.id from deliveries d join occurrences o on o.id = d.occurrence_id join items i on i.id = o.item_id
      where i.title = 'Opening hours'`,
  );
  await page.goto(`/ledger/post/${delivery?.id}`);
  await page.getByText(said).waitFor();
  await expectSound(page, { looks, name: 'story-by-agency-password' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/activity');
  await page.getByText(said).first().waitFor();
  await expectSound(page, { looks, name: 'activity-by-agency-password' });
  assert.deepEqual([...faults, ...theirFaults], []);
});

test('A member sees no password when editing a client and sets one only when adding a client', async () => {
  const clientId = await addClient(calls, { name: 'Harbor Gym', email: 'gym@harbor.test' });
  const member = { email: 'mark@agency.test', password: 'Member&Pass1!' };
  await calls.ask('create-client', { name: 'Mark', ...member, type: 'team_member' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=details`, member);
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  await expect(page.getByLabel(/^Password/)).toHaveCount(0);
  await expectSound(page, { looks, name: 'client-edited-by-a-member' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Harbor & Sons');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByText('Client updated successfully').waitFor();
  await page.goto('/add-client');
  await page.getByLabel(/^Password/).waitFor();
  assert.deepEqual(faults, []);
});
