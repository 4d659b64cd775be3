import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPerson } from '#server/testing/people.ts';
import { eventually } from './eventually.ts';
import { aProduct } from './product.ts';

const product = await aProduct();
const { db } = product.services;
const { port } = new URL(product.url);
const everyPlan = 'dfy__dfylite__enterprise__enterpriselite__unlimited';
const buyer = { email: 'bea@buyer.test', password: 'Bea-Buys-1!' };

/** Two sellers with a site each; somebody bought of the second. */
async function aSeller(
  name: string,
  host: string,
  person: { email?: string; password?: string } = {},
): Promise<string> {
  const { agencyId } = await aPerson(db, { role: 'owner', membership: everyPlan, ...person });
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
     values ($1, $2, '#0b3d6b', '#0e7c7b', $3, 'proof', 'active', now())`,
    [agencyId, name, host],
  );
  return agencyId;
}
await aSeller('Harborlight', 'harborlight.localhost');
const sellerId = await aSeller('Bright', 'bright.localhost');
const owner = await aPerson(db, { role: 'owner', ...buyer, isWhiteLabel: true, membership: everyPlan });
await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [sellerId, owner.agencyId]);

const site = `http://bright.localhost:${port}`;
const others = /agency\s?reel|harborlight/i;

/** All that a person reads or hears on a page: its title, its words, and the names of what is drawn. */
const said = async (page: Page): Promise<string[]> => [
  await page.title(),
  ...(await page.locator('body').ariaSnapshot()).split('\n'),
];

const before = [
  '/login',
  '/forgot-password',
  '/reset-password?token=x',
  '/confirm-email?token=x',
  '/stop-keyword-mails?token=x',
  '/account-deleted?token=x',
  '/join/1',
  '/connect/no-such-link',
  '/client-report/no-such-link',
  '/terms',
  '/privacy-policy',
  '/help-and-support',
  '/training?id=white-label',
  '/article-details?id=white-label&cid=billing',
];
const after = [
  '/dashboard',
  '/clients',
  '/streams',
  '/scheduler',
  '/ledger',
  '/library',
  '/licences',
  '/create-video',
  '/image-creator',
  '/trends',
  '/find-clients',
  '/report',
  '/my-account',
  '/account-data',
  '/activity',
  '/account-management',
  '/agency',
  '/rebranding',
  '/upgrades',
  '/billing',
];

async function namedOthers(page: Page, path: string): Promise<string[]> {
  await page.goto(site + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
  return (await said(page)).filter((words) => others.test(words)).map((words) => `${path}: ${words.trim()}`);
}

test('nobody at a brand’s host reads another brand’s name or ours', async () => {
  const { page } = await product.open({ expected: [404, 409, 422] });
  const found: string[] = [];
  for (const path of before) found.push(...(await namedOthers(page, path)));
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').waitFor();
  assert.match(await page.title(), /^Bright \| /);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
  for (const path of after) found.push(...(await namedOthers(page, path)));
  assert.deepEqual(found, []);
});

test('mails to a brand’s people carry its name and lead to its host', async () => {
  const { page } = await product.open();
  await page.goto(`${site}/forgot-password`);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByRole('main').getByRole('button').first().click();
  const mail = await eventually('the mail', () =>
    Promise.resolve(product.sandbox.state.mails.find(({ to }) => to.includes(buyer.email)) ?? null),
  );
  assert.doesNotMatch(`${mail.subject}\n${mail.text}`, others);
  assert.match(mail.text, /https:\/\/bright\.localhost\//);
});

test('a brand and a membership full of markup are words on every page, and run nothing', async () => {
  const markup = '<img src=x onerror="ran=1"><script>ran=1</script>';
  const seller = { email: 'eve@evil.test', password: buyer.password };
  const agencyId = await aSeller(markup, 'evil.localhost', seller);
  const { rows } = await db.pool.query<{ id: string }>(
    `with account as (
       insert into stripe_accounts
         (agency_id, name, sealed_key, last4, is_live, endpoint_id, sealed_secret, checked_at, created_at)
       values ($1, $2, '', '0001', false, 'we_1', '', now(), now()) returning id
     )
     insert into memberships
       (agency_id, stripe_account_id, name, price_cents, period, plans, product_id, price_id, created_at)
     select $1, id, $2, 1900, 'monthly', 'dfy', 'prod_1', 'price_1', now() from account returning id::text`,
    [agencyId, markup],
  );
  const host = `http://evil.localhost:${port}`;
  const { page, faults } = await product.open();
  const look = async (path: string, { says }: { says: boolean }): Promise<void> => {
    await page.goto(host + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
    if (says) await page.getByText(markup).first().waitFor();
    assert.ok((await page.title()).includes(markup), `${path}: ${await page.title()}`);
    assert.deepEqual(await page.evaluate('[typeof ran, document.querySelectorAll("img[src=x]").length]'), [
      'undefined',
      0,
    ]);
  };
  await look(`/join/${rows[0]?.id}`, { says: true });
  await look('/login', { says: false });
  await page.getByLabel('Email').fill(seller.email);
  await page.getByLabel('Password', { exact: true }).fill(seller.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
  for (const path of ['/white-label', '/my-account', '/upgrades', '/report']) await look(path, { says: false });
  await page.goto(`${host}/white-label`);
  await page.getByRole('tab', { name: 'Membership' }).click();
  await page.getByText(markup).first().waitFor();
  assert.deepEqual(
    faults.filter((each) => !each.startsWith('left the machine')),
    [],
  );
});
