import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { proof, test } from './fixtures.ts';
import { aFullAgency, type FullAgency } from './full-agency.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, soundnessProblems, twoLooks, type Look } from './soundness.ts';

/** The routes and the names of their pages. */
const open = [
  ['/', 'Login'],
  ['/login', 'Login'],
  ['/forgot-password', 'Forgot Password'],
  ['/reset-password', 'Reset Password'],
  ['/reset-password?token=x', 'Reset Password'],
  ['/master-login?email=a@b.test&token=x', 'Master Login'],
  ['/social-connect-code', 'Connect Account'],
  ['/connect/no-such-link', 'Connect your accounts'],
  ['/join/1', 'Membership'],
  ['/confirm-email?token=x', 'Change Email'],
  ['/stop-keyword-mails?token=x', 'Stop mails'],
  ['/account-deleted?token=x', 'Account Data'],
  ['/terms', 'Terms'],
  ['/privacy-policy', 'Privacy'],
  ['/no-such-page', 'Page not found'],
  ['/help-and-support', 'Help & Support'],
  ['/training?id=networks', 'Training'],
  ['/article-details?id=networks&cid=connect-reddit', 'Article'],
] as const;
const toCome = [
  ['/popup', 'Connect Account'],
  ['/find-clients', 'Find Clients'],
  ['/create-video', 'Create Video'],
  ['/help-and-support', 'Help & Support'],
  ['/training?id=networks', 'Training'],
  ['/training?id=1', 'Training'],
  ['/article-details?id=networks&cid=connect-reddit', 'Article'],
  ['/article-details?id=1&cid=1', 'Article'],
  ['/upgrades', 'Upgrades'],
  ['/report', 'My Reports'],
  ['/generate-report/1/11/2026', 'Report'],
  ['/profit', 'Profit'],
  ['/ideas', 'Ideas'],
  ['/trends', 'Trends: Reddit'],
  ['/white-label', 'White Label'],
  ['/white-label?tab=membership', 'White Label: Membership'],
  ['/white-label?tab=users', 'White Label: Users'],
  ['/white-label?tab=payment', 'White Label: Payment Integration'],
  ['/vimeo-callback', 'Connect Vimeo'],
  ['/reddit-callback', 'Connect Reddit'],
  ['/linkedin-callback', 'Connect LinkedIn'],
  ['/twitter-callback', 'Connect Twitter'],
] as const;

/** The pages of the owner's own account, and the one of them that everybody has. */
const ownPages = [
  ['/my-account', 'My Account'],
  ['/account-data', 'Account Data'],
  ['/privacy', 'Privacy Setting'],
  ['/activity', 'Activity'],
  ['/activity?kind=clients&from=2026-01-01', 'Activity'],
  ['/account-management', 'Account Management'],
  ['/reseller-account', 'Reseller Accounts'],
  ['/agency', 'Agency Profile'],
] as const;
const samplePage = ['/notification', 'Notifications'] as const;
/** The page that members and client accounts have instead of My Account. */
const securityPage = ['/security', 'Log-in Security'] as const;

/** Of the pages below, those that everybody may use; menus.test.ts tests which pages redirect whom to the dashboard. */
const forEverybody: readonly string[] = [
  '/popup',
  '/help-and-support',
  '/training?id=1',
  '/article-details?id=1&cid=1',
  '/vimeo-callback',
  '/reddit-callback',
  '/linkedin-callback',
  '/twitter-callback',
];

/** Pages that differ little from others are checked in fewer looks: each takes axe half a second. */
const oneLook: readonly Look[] = [{ width: 390, scheme: 'light' }];

let product: Product;
let records: FullAgency['records'];
let member: { email: string; password: string };
let client: { email: string; password: string };

type Screen = readonly [path: string, title: string];
let agencyScreens: readonly Screen[];
let furtherScreens: readonly Screen[];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ records, member, client } = await aFullAgency(product));
  const { streams, schedules } = records;
  agencyScreens = [
    ['/dashboard', 'Dashboard'],
    ['/clients', 'My Clients'],
    ['/add-client', 'Add Client'],
    [`/edit-client/${records.clientId}`, 'Edit Client: Sunrise Bakery'],
    ['/streams', 'Content Streams'],
    ['/create-stream', 'Create Content Stream'],
    ['/image-creator', 'Create Image/Meme'],
    [`/edit-stream/${streams.image}`, 'Edit Content Stream: Fresh from the oven'],
    [`/edit-stream/${streams.formatted}`, 'Edit Content Stream: The bread journal'],
    ['/scheduler', 'Scheduler'],
    ['/plan-several', 'Plan several'],
    ['/schedule-content', 'Schedule Content'],
    [`/schedule-detail/${schedules.posted}`, 'Schedule Detail'],
    ['/ledger', 'Ledger'],
    ['/approvals', 'Approvals'],
    ['/inbox', 'Inbox'],
  ];
  furtherScreens = [
    ['/ledger/posts', 'Ledger'],
    ['/ledger?month=2031-01', 'Ledger: January 2031'],
    [`/ledger/post/${records.uncertainDelivery}`, 'What happened'],
    ['/ledger/post/999999', 'What happened'],
    ['/approvals?list=approved', 'Approvals'],
    ['/licences', 'Licences'],
    [`/licences?client=${records.clientId}`, 'Licences'],
    ['/edit-client/999999', 'Edit Client'],
    ...(['posts', 'approvals', 'accounts', 'details'] as const).map(
      (tab) => [`/edit-client/${records.clientId}?tab=${tab}`, 'Edit Client: Sunrise Bakery'] as const,
    ),
    ['/schedule-detail/999999', 'Schedule Detail'],
    ...[streams.video, streams.text].map((id) => [`/edit-stream/${id}`, 'Edit Content Stream'] as const),
    ...[schedules.asking, schedules.failed, schedules.uncertain, schedules.waiting, schedules.toCome].map(
      (id) => [`/schedule-detail/${id}`, 'Schedule Detail'] as const,
    ),
  ];
});

/** Opens a screen, waits until it is complete, and returns its faults. */
async function problemsOf(
  page: Page,
  [path, title]: readonly [string, string],
  { looks, as }: { looks: readonly Look[]; as: string },
): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'hidden' });
  const name = `${as}${path.replace(/\?.*/, '').replaceAll('/', '-')}`;
  const problems = await soundnessProblems(page, { looks, name });
  const found = await page.title();
  const isNamed = found === `AgencyReel | ${title}` || found.startsWith(`AgencyReel | ${title}: `);
  if (!isNamed) problems.push(`is named ${found}`);
  return problems.map((problem) => `${path} ${problem}`);
}

test('Every public page is sound', async () => {
  const { page, faults } = await product.open({ expected: [404, 409] });
  const problems: string[] = [];
  for (const screen of [...open, [records.connectPath, 'Connect your accounts'] as const])
    problems.push(...(await problemsOf(page, screen, { looks: everyLook, as: 'anyone' })));
  assert.deepEqual([...problems, ...faults], []);
});

/** The faults of some screens, as the owner sees them. */
async function problemsOfOwner(
  screens: readonly (readonly [screen: readonly [string, string], looks: readonly Look[]])[],
): Promise<string[]> {
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/dashboard');
  const problems: string[] = [];
  for (const [screen, looks] of screens) problems.push(...(await problemsOf(page, screen, { looks, as: 'owner' })));
  return [...problems, ...faults];
}

test('Every page of the daily work is sound for the owner', async () => {
  const problems = await problemsOfOwner(agencyScreens.map((screen) => [screen, everyLook]));
  assert.deepEqual(problems, []);
});

test('Every page of the account is sound for the owner', async () => {
  const problems = await problemsOfOwner([...ownPages, samplePage].map((screen) => [screen, everyLook]));
  assert.deepEqual(problems, []);
});

test('Every further page is sound for the owner', async () => {
  const further = furtherScreens.map((screen) => [screen, twoLooks] as const);
  const others = toCome.map((screen, index) => [screen, twoLooks.slice(index % 2, (index % 2) + 1)] as const);
  const problems = await problemsOfOwner([...further, ...others]);
  assert.deepEqual(problems, []);
});

test('Every page is sound for a member', proof, async () => {
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/dashboard', member);
  const problems: string[] = [];
  for (const screen of agencyScreens)
    problems.push(
      ...(await problemsOf(page, screen, {
        looks: /dashboard|clients|approvals/.test(screen[0]) ? oneLook : [],
        as: 'member',
      })),
    );
  problems.push(...(await problemsOf(page, securityPage, { looks: oneLook, as: 'member' })));
  assert.deepEqual([...problems, ...faults], []);
});

test('Every page is sound for a client account', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard', client);
  const problems: string[] = [];
  const own = [
    ['/dashboard', 'Dashboard'],
    ['/approvals', 'Approvals'],
    ['/approvals?list=sent-back', 'Approvals'],
    ['/inbox', 'Inbox'],
    ['/clients', 'My Clients'],
    ['/add-client', 'Edit Profile'],
    [`/edit-client/${records.clientId}`, 'Edit Profile'],
  ] as const;
  for (const screen of own) problems.push(...(await problemsOf(page, screen, { looks: everyLook, as: 'client' })));
  for (const screen of [samplePage, securityPage])
    problems.push(...(await problemsOf(page, screen, { looks: oneLook, as: 'client' })));
  for (const screen of toCome.filter(([path]) => forEverybody.includes(path)))
    problems.push(...(await problemsOf(page, screen, { looks: [], as: 'client' })));
  assert.deepEqual([...problems, ...faults], []);
});
