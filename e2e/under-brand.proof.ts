import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Database } from '#db/database.ts';
import { aPerson, type TestPerson } from '#server/app/testing/people.ts';
import { paths } from '#web/paths.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { expectAccessible } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let db: Database;
let port: string;
const everyPlan = 'dfy__dfylite__enterprise__enterpriselite__unlimited';
const buyer = { email: 'bea@buyer.test', password: 'Bea-Buys-1!' };

/** Two sellers with one site each; the second has a buyer. */
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

let sellerId: string;
let owner: TestPerson;

let site: string;
const others = /agency\s?reel|harborlight/i;

/** Everything that a person reads or hears on a page: its title, its text, and the names of its pictures. */
const said = async (page: Page): Promise<string[]> => [
  await page.title(),
  ...(await page.locator('body').ariaSnapshot()).split('\n'),
];

let client: TestPerson;
let month: { id: string; month: string; year: string };
/** An id that no row of the agency has: the pages say so. */
const nothing = '999999';

/** The public pages, by the names of their addresses. */
const before = {
  home: [paths.home()],
  login: [paths.login()],
  forgotPassword: [paths.forgotPassword()],
  resetPassword: [`${paths.resetPassword()}?token=x`],
  confirmEmail: [`${paths.confirmEmail()}?token=x`],
  stopKeywordMails: [`${paths.stopKeywordMails()}?token=x`],
  accountDeleted: [paths.accountDeleted({ token: 'x' })],
  masterLogin: [`${paths.masterLogin()}?email=a@b.test&token=x`],
  connect: [paths.connect('no-such-link')],
  clientReport: [paths.clientReport('no-such-link')],
  join: [paths.join('1')],
  socialConnectCode: [paths.socialConnectCode()],
  terms: [paths.terms()],
  privacyPolicy: [paths.privacyPolicy(), '/no-such-page'],
  helpAndSupport: [paths.helpAndSupport()],
  training: [paths.training({ id: 'white-label' })],
  articleDetails: [paths.articleDetails({ id: 'white-label', cid: 'billing' })],
};

/** The pages that the buyer opens, or is redirected from. */
let after: Record<Exclude<keyof typeof paths, keyof typeof before>, string[]>;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ db } = product.services);
  ({ port } = new URL(product.url));
  await aSeller('Harborlight', 'harborlight.localhost');
  sellerId = await aSeller('Bright', 'bright.localhost');
  owner = await aPerson(db, { role: 'owner', ...buyer, isWhiteLabel: true, membership: everyPlan });
  await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [sellerId, owner.agencyId]);
  site = `http://bright.localhost:${port}`;
  client = await aPerson(db, { role: 'client', agencyId: owner.agencyId, name: 'Old Mill' });
  month = { id: client.id, month: '06', year: '2026' };
  after = {
    popup: [paths.popup()],
    vimeoCallback: [paths.vimeoCallback()],
    redditCallback: [paths.redditCallback()],
    linkedinCallback: [paths.linkedinCallback()],
    twitterCallback: [paths.twitterCallback()],
    dashboard: [paths.dashboard()],
    clients: [paths.clients()],
    addClient: [paths.addClient()],
    editClient: (['plan', 'posts', 'approvals', 'accounts', 'details'] as const).map((tab) =>
      paths.editClient(client.id, { tab }),
    ),
    approvals: [paths.approvals()],
    inbox: [paths.inbox()],
    notification: [paths.notification()],
    streams: [paths.streams()],
    createStream: [paths.createStream()],
    editStream: [paths.editStream(nothing)],
    scheduler: [paths.scheduler(), paths.scheduler({ new: '' })],
    planSeveral: [paths.planSeveral()],
    scheduleContent: [paths.scheduleContent()],
    scheduleDetail: [paths.scheduleDetail(nothing)],
    ledger: [paths.ledger()],
    ledgerPosts: [paths.ledgerPosts()],
    ledgerPost: [paths.ledgerPost(nothing)],
    createVideo: [paths.createVideo()],
    imageCreator: [paths.imageCreator()],
    contents: [paths.contents()],
    library: [paths.library()],
    licences: [paths.licences()],
    trends: [paths.trends()],
    findClients: [paths.findClients()],
    report: [paths.report()],
    profit: [paths.profit()],
    ideas: [paths.ideas()],
    generateReport: [paths.generateReport(month)],
    myAccount: [paths.myAccount()],
    security: [paths.security()],
    accountData: [paths.accountData()],
    privacy: [paths.privacy()],
    activity: [paths.activity()],
    accountManagement: [paths.accountManagement()],
    resellerAccount: [paths.resellerAccount()],
    agency: [paths.agency()],
    rebranding: [paths.rebranding()],
    upgrades: [paths.upgrades()],
    whiteLabel: [paths.whiteLabel()],
    billing: [paths.billing()],
  };
});

async function namedOthers(page: Page, path: string): Promise<string[]> {
  await page.goto(site + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
  return (await said(page)).filter((words) => others.test(words)).map((words) => `${path}: ${words.trim()}`);
}

/** Signs the buyer in on the log-in page. */
async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
}

test('No page on the host of a brand shows a visitor the name of another brand or ours', async () => {
  const { page, context } = await product.open({ expected: [404, 409, 422] });
  const found: string[] = [];
  for (const path of Object.values(before).flat()) found.push(...(await namedOthers(page, path)));
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').waitFor();
  await expect
    .poll(async () => (await page.title()).startsWith('Bright | '), { message: 'the title names the brand' })
    .toBeTruthy();
  await logIn(page);
  const left = Object.values(after).flat();
  const readOn = async (tab: Page): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) found.push(...(await namedOthers(tab, path)));
  };
  await Promise.all([page, await context.newPage(), await context.newPage()].map(readOn));
  assert.deepEqual(found, []);
});

test('An account is connected from the host of a brand, though the network redirects to ours', async () => {
  const { page, faults } = await product.open();
  await page.goto(`${site}/login`);
  await logIn(page);
  await page.goto(site + paths.editClient(client.id, { tab: 'accounts' }));
  const connect = page.getByRole('button', { name: 'Connect LinkedIn', exact: true });
  await connect.waitFor();
  const [popup] = await Promise.all([page.waitForEvent('popup'), connect.click()]);
  await popup.getByRole('link', { name: 'Continue to LinkedIn' }).click();
  await popup.getByText('Sandbox: this is a stand-in').waitFor();
  assert.ok(new URL(popup.url()).searchParams.get('redirect_uri')?.startsWith(`${product.services.config.publicUrl}/`));
  await popup.getByRole('button', { name: 'Allow' }).click();
  await page
    .getByRole('table', { name: 'Connected accounts' })
    .getByRole('row', { name: /LinkedIn/ })
    .waitFor();
  assert.deepEqual(
    faults.filter((each) => !each.startsWith('left the machine')),
    [],
  );
  const asked = await product.open();
  await asked.page.goto('/api/connect-linkedin?from=bright.localhost');
  await asked.page.getByRole('heading', { name: 'Connect your LinkedIn account to Bright?' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await asked.page.emulateMedia({ colorScheme });
    await expectAccessible(asked.page);
  }
});

test('A buyer sees the brand on our host as well, also after signing out there', async () => {
  const { page } = await product.open();
  const isTitled = (brand: string) =>
    waitForValue(`the title names ${brand}`, async () => (await page.title()).startsWith(`${brand} | `));
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await isTitled('AgencyReel');
  await logIn(page);
  await isTitled('Bright');
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByLabel('Email').waitFor();
  await isTitled('Bright');
  await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).toBe('brand');
});

test('Mails to the people of a brand carry its name and link to its host', async () => {
  const { page } = await product.open();
  await page.goto(`${site}/forgot-password`);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByRole('main').getByRole('button').first().click();
  const mail = await waitForValue('the mail', () =>
    Promise.resolve(product.sandbox.state.mails.find(({ to }) => to.includes(buyer.email)) ?? null),
  );
  assert.doesNotMatch(`${mail.subject}\n${mail.text}`, others);
  assert.match(mail.text, /https:\/\/bright\.localhost\//);
});

test('A brand and a membership full of markup are plain text on every page and run nothing', async () => {
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
    await expect
      .poll(async () => (await page.title()).includes(markup), { message: `the title of ${path} has it` })
      .toBeTruthy();
    await expect
      .poll(() => page.evaluate('[typeof ran, document.querySelectorAll("img[src=x]").length]'))
      .toEqual(['undefined', 0]);
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
