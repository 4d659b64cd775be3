import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPerson } from '#server/testing-people.ts';
import { addClient, addStream, callsOf, clientPassword, connect, schedule } from './arrange.ts';
import { eventually } from './eventually.ts';
import { aProduct, owner } from './product.ts';
import { signIn } from './signing-in.ts';
import { pageProblems, type Look } from './soundness.ts';

/** The routes and the names of their pages. Source: specification 1, §2.1; specification 3, §2. */
const open = [['/', 'Login'], ['/login', 'Login'], ['/forgot-password', 'Forgot Password'], ['/reset-password', 'Reset Password'], ['/reset-password?token=x', 'Reset Password'],
  ['/master-login?email=a@b.test&token=x', 'Master Login'], ['/social-connect-code', 'Connect Account'], ['/terms', 'Terms'], ['/privacy-policy', 'Privacy'], ['/no-such-page', 'Page not found'],
] as const;
const toCome = [['/privacy', 'Privacy Setting'], ['/my-account', 'My Account'], ['/notification', 'Notifications'], ['/popup', 'Connect Account'], ['/find-clients', 'Find Clients'],
  ['/create-video', 'Create Video'], ['/image-creator', 'Create Image/Meme'], ['/contents', 'My Contents'], ['/account-management', 'Account Management'], ['/help-and-support', 'Help & Support'],
  ['/training?id=1', 'Training'], ['/article-details?id=1&cid=1', 'Article'], ['/upgrades', 'Upgrades'], ['/report', 'My Reports'], ['/generate-report/1/11/2026', 'Report'], ['/trends', 'Trends'],
  ['/reseller-account', 'Reseller Accounts'], ['/agency', 'Agency Profile'], ['/white-label', 'White Label'], ['/vimeo-callback', 'Connect Vimeo'], ['/reddit-callback', 'Connect Reddit'],
  ['/linkedin-callback', 'Connect LinkedIn'], ['/twitter-callback', 'Connect Twitter'],
] as const;

const everyLook: readonly Look[] = [{ width: 390, scheme: 'light' }, { width: 390, scheme: 'dark' }, { width: 1280, scheme: 'light' }, { width: 1280, scheme: 'dark' }];
const twoLooks: readonly Look[] = [{ width: 390, scheme: 'dark' }, { width: 1280, scheme: 'light' }];

const product = await aProduct();
const calls = await callsOf(product);
const me = await calls.ask('fetch-user', {});
const agencyId = await product.services.db.asSystem(async (tx) => (await tx.selectFrom('users').select('agency_id').where('id', '=', me.id).executeTakeFirstOrThrow()).agency_id);
const member = { email: 'max@agency.test', password: 'Member&Pass1!' };
await aPerson(product.services.db, { role: 'member', agencyId, name: 'Max Member', membership: 'dfy__enterprise', ...member });
const client = { email: 'anna@sunrise.test', password: clientPassword };
const places = await fillTheAgency();

/** Two clients with accounts, a stream of every type, schedules that are posted, failed, uncertain and to come. */
async function fillTheAgency() {
  const clientId = await addClient(calls, { name: 'Sunrise Bakery', email: client.email });
  await addClient(calls, { name: 'Harbor Coffee Roasters and Friends of the Long Quay' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const wordpress = await connect(calls, product, { clientId, network: 'wordpress' });
  const medium = await connect(calls, product, { clientId, network: 'medium' });
  const image = await addStream(calls, { type: 'image', title: 'Fresh from the oven', items: ['Morning loaf', 'Butter croissants', 'Cinnamon rolls'] });
  const video = await addStream(calls, { type: 'video', title: 'Behind the counter', items: ['Kneading'] });
  const text = await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['Good morning', 'Good night'] });
  const formatted = await addStream(calls, { type: 'formatted', title: 'The bread journal', items: ['Why sourdough takes its time', 'A day at the bakery'] });
  const failing = await addStream(calls, { type: 'text', title: 'Texts that fail', items: ['sandbox-kicked'] });
  const unsure = await addStream(calls, { type: 'text', title: 'Texts nobody is sure of', items: ['sandbox-cut-after'] });
  await addStream(calls, { type: 'image', title: 'Nothing in it yet', items: [] });
  const schedules = {
    posted: await schedule(calls, product, { clientId, streamId: text, accountIds: [telegram, wordpress], inMinutes: 1 }),
    failed: await schedule(calls, product, { clientId, streamId: failing, accountIds: [telegram], inMinutes: 1 }),
    uncertain: await schedule(calls, product, { clientId, streamId: unsure, accountIds: [telegram], inMinutes: 1 }),
    toCome: await schedule(calls, product, { clientId, streamId: image, accountIds: [telegram, wordpress], frequency: 'daily', repurpose: true }),
    formatted: await schedule(calls, product, { clientId, streamId: formatted, accountIds: [wordpress, medium], frequency: 'daily' }),
  };
  product.passTime({ minutes: 2 });
  const stateOf = async (id: string) => (await calls.ask('fetch-scheduler', { id })).items[0]?.social_networks.map(({ state }) => state).join();
  await eventually('x', async () => { console.log(product.now().toISOString(), await stateOf(schedules.posted), await stateOf(schedules.failed), await stateOf(schedules.uncertain)); return false; }, 20).catch(() => {});
  await eventually('one is posted, one failed, one uncertain', async () =>
    await stateOf(schedules.posted) === 'published,published' && await stateOf(schedules.failed) === 'failed' && await stateOf(schedules.uncertain) === 'uncertain');
  return { clientId, schedules, streams: { image, video, text, formatted } };
}

const agencyScreens = [
  ['/dashboard', 'Dashboard'], ['/clients', 'My Clients'], ['/add-client', 'Add Client'], [`/edit-client/${places.clientId}`, 'Edit Client'], ['/edit-client/999999', 'Edit Client'],
  ['/streams', 'Content Streams'], ['/create-stream', 'Create Content Stream'], ...Object.values(places.streams).map((id) => [`/edit-stream/${id}`, 'Edit Content Stream'] as const),
  ['/scheduler', 'Scheduler'], ['/schedule-content', 'Schedule Content'], ...Object.values(places.schedules).map((id) => [`/schedule-detail/${id}`, 'Schedule Detail'] as const),
] as const;

/** Opens a screen, waits until it has what it shows, and says what is wrong with it. */
async function problemsOf(page: Page, [path, title]: readonly [string, string], { looks, as }: { looks: readonly Look[]; as: string }): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'hidden' });
  const name = `${as}${path.replace(/\?.*/, '').replaceAll('/', '-')}`;
  const problems = await pageProblems(page, { looks, name });
  const found = await page.title();
  if (found !== `AgencyReel | ${title}`) problems.push(`is named ${found}`);
  return problems.map((problem) => `${path} ${problem}`);
}

test('every page before signing in is sound in light and dark, on a phone and on a desk', async () => {
  const { page, faults } = await product.open({ expected: [400, 401, 422] });
  const problems: string[] = [];
  for (const screen of open) problems.push(...await problemsOf(page, screen, { looks: everyLook, as: 'anyone' }));
  assert.deepEqual([...problems, ...faults], []);
});

test('every page is sound for the owner', async () => {
  const { page, faults } = await product.open({ expected: [404] });
  await signIn(page, owner);
  const problems: string[] = [];
  for (const screen of agencyScreens) problems.push(...await problemsOf(page, screen, { looks: everyLook, as: 'owner' }));
  for (const screen of toCome) problems.push(...await problemsOf(page, screen, { looks: twoLooks, as: 'owner' }));
  assert.deepEqual([...problems, ...faults], []);
});

test('every page is sound for a member', async () => {
  const { page, faults } = await product.open({ expected: [404] });
  await signIn(page, member);
  const problems: string[] = [];
  for (const screen of [...agencyScreens, ...toCome]) problems.push(...await problemsOf(page, screen, { looks: twoLooks, as: 'member' }));
  assert.deepEqual([...problems, ...faults], []);
});

test('every page is sound for a client account, and those of the agency are not for it', async () => {
  const { page, faults } = await product.open();
  await signIn(page, client);
  const problems: string[] = [];
  const own = [['/dashboard', 'Dashboard'], ['/clients', 'My Clients'], ['/add-client', 'Edit Profile'], [`/edit-client/${places.clientId}`, 'Edit Profile']] as const;
  for (const screen of own) problems.push(...await problemsOf(page, screen, { looks: everyLook, as: 'client' }));
  assert.deepEqual([...problems, ...faults], []);
});
