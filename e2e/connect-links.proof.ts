import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
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

/** Creates a link on the page of the client, as the owner does, and returns its address. */
async function makeLink(page: Page, clientId: string): Promise<string> {
  await page.goto(`/edit-client/${clientId}?tab=accounts`);
  await page.getByRole('button', { name: 'Make a link', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a connect link', exact: true });
  await expect(dialog.getByRole('radio', { name: '7 days', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Make the link', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Copy this link', exact: true });
  const url = await shown.getByRole('textbox', { name: /Connect link for/ }).inputValue();
  await shown.getByRole('button', { name: 'Done', exact: true }).click();
  return url;
}

const rowOf = (page: Page, network: string) =>
  page
    .getByRole('list', { name: 'Connected accounts', exact: true })
    .getByRole('listitem')
    .filter({ hasText: network });

test('A client without a password connects Telegram and Reddit by a link, and the owner sees both', async () => {
  const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  const { page: owners, faults: ownersFaults } = await product.open();
  await enter(owners, '/dashboard');
  const url = await makeLink(owners, clientId);
  assert.match(url, /\/connect\/[\w-]{43}$/);

  const { page, faults } = await product.open();
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => referrers.push(request.headers()['referer']));
  await page.goto(url);
  await page.getByText('asks Sunrise Bakery to connect the accounts').waitFor();
  await page.getByText('Nothing is connected yet.').waitFor();

  await page.getByRole('button', { name: 'Connect Telegram', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram', exact: true });
  await takesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Chat id', exact: true }).fill('@sunrise_bakery');
  await dialog
    .getByRole('textbox', { name: 'Bot token', exact: true })
    .fill('7100000001:AAsunriseBakerySandboxKey0000000001');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await rowOf(page, 'Telegram').getByText('Connected').waitFor();

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Connect Reddit', exact: true }).click(),
  ]);
  await popup.getByText('Sandbox: this is a stand-in').waitFor();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  await rowOf(page, 'Reddit').getByText('Connected').waitFor();
  await closed;
  assert.equal(
    referrers.some((referrer) => referrer?.includes('/connect/')),
    false,
    'nobody is told the link',
  );
  await expect
    .poll(() => page.evaluate('localStorage.length'), { message: 'what the link opened is in this window only' })
    .toBe(0);

  await page.reload();
  await rowOf(page, 'Reddit').waitFor();
  await page.goto('/dashboard');
  await page.waitForURL('**/login');

  await owners.reload();
  const link = owners.getByRole('list', { name: 'Connect links', exact: true }).getByRole('listitem').first();
  await link.getByText('Opened once').waitFor();
  await link.getByText('2 accounts connected by it').waitFor();
  assert.deepEqual([...faults, ...ownersFaults], []);
});

test('A revoked link turns away the person who has it open and says why', async () => {
  const clientId = await addClient(calls, { name: 'Corner Gym' });
  const { page: owners, faults: ownersFaults } = await product.open();
  await enter(owners, '/dashboard');
  const url = await makeLink(owners, clientId);
  const { page, faults } = await product.open({ expected: [401] });
  await page.goto(url);
  await page.getByText('Nothing is connected yet.').waitFor();

  await owners.getByRole('button', { name: /^Revoke the link/ }).click();
  await owners.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await owners.getByRole('list', { name: 'Connect links', exact: true }).getByText('Revoked').waitFor();

  await page.getByRole('button', { name: 'Connect Telegram', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram', exact: true });
  await takesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Chat id', exact: true }).fill('@sunrise_bakery');
  await dialog
    .getByRole('textbox', { name: 'Bot token', exact: true })
    .fill('7100000001:AAsunriseBakerySandboxKey0000000001');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'This link does not work any more', exact: true }).waitFor();
  await expect.poll(async () => (await calls.ask('fetch-social-accounts', { user_id: clientId })).accounts).toEqual([]);
  assert.deepEqual([...faults, ...ownersFaults], []);
});

test('An expired link and an unknown link say what they are', async () => {
  const clientId = await addClient(calls, { name: 'Harbour Cafe' });
  const { url } = await calls.ask('make-connect-link', { client_id: clientId, days: 1 });
  const { page, faults } = await product.open({ expected: [404] });
  await page.goto('/connect/never-was-one');
  await page.getByRole('heading', { name: 'This link is not valid', exact: true }).waitFor();
  await product.passTime({ hours: 25 });
  await page.goto(url ?? '');
  await page.getByRole('heading', { name: 'This link has expired', exact: true }).waitFor();
  await page.getByText(/Please ask .+ for a new one/).waitFor();
  assert.deepEqual(faults, []);
});

test('A link waits while all processing is stopped, and works again afterwards', async () => {
  const clientId = await addClient(calls, { name: 'Patient Plants' });
  const { url } = await calls.ask('make-connect-link', { client_id: clientId, days: 1 });
  const { page, faults } = await product.open();
  await calls.ask('disable-account', {});
  await page.goto(url ?? '');
  await page.getByRole('heading', { name: 'Nothing can be connected at the moment', exact: true }).waitFor();
  await expectSound(page, { looks: everyLook, name: 'connect-link-stopped' });
  const { at, fingerprint } = await calls.ask('preview-resume', { scope: 'everything' });
  await calls.ask('resume-publishing', { scope: 'everything', at, fingerprint, choice: 'skip' });
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByText('Nothing is connected yet.').waitFor();
  assert.deepEqual(faults, []);
});

test('A mailed link brings the client to its page, and the owner never sees the link', async () => {
  const clientId = await addClient(calls, { name: 'Night Owl Books', email: 'owl@client.test' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  await page.getByRole('button', { name: 'Make a link', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a connect link', exact: true });
  await dialog.getByText('30 days').click();
  await dialog.getByRole('radio', { name: 'Mail it to owl@client.test' }).check();
  await dialog.getByRole('button', { name: 'Mail the link', exact: true }).click();
  await page.getByRole('list', { name: 'Connect links', exact: true }).getByText('mailed to owl@client.test').waitFor();

  const url = await waitForValue('the mail with the link', async () => {
    const mail = product.sandbox.state.mails.findLast(({ to }) => to.includes('owl@client.test'));
    return /^https?:\S+\/connect\/\S+$/m.exec(mail?.text ?? '')?.[0] ?? null;
  });
  await page.goto(url);
  await page.getByText('asks Night Owl Books to connect the accounts').waitFor();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});
