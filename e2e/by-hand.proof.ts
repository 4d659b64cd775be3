/**
 * Accounts to which no program may post: connected by hand, planned, handed over at the due time, and posted to by a
 * person.
 */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, schedule, type Caller } from './arrange.ts';
import { berlinDayOf } from './daily-plan.ts';
import { problemTakesFocus, takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const mailNaming = (title: string) =>
  waitForValue(`the mail about ${title}`, () =>
    Promise.resolve(
      product.sandbox.state.mails.findLast(({ to, subject }) => to.includes(owner.email) && subject.includes(title)) ??
        null,
    ),
  );
const needOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Needs you', exact: true }).getByRole('listitem').filter({ hasText: title });
const clipboard = (page: Page): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
const formatted = (page: Page): Promise<unknown> =>
  page.evaluate(`navigator.clipboard.read().then(([item]) => item.getType('text/html')).then((blob) => blob.text())`);

test('A post to Medium without a token sends a mail and a task when due, and Done marks it posted', async () => {
  const clientId = await addClient(calls, { name: 'Ada Writes' });
  const { page, context, faults } = await product.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  await page.getByRole('button', { name: 'Connect Medium', exact: true }).click();
  const connecting = page.getByRole('dialog', { name: 'Connect Medium', exact: true });
  await connecting.getByText('Medium closed its API and gives out no new integration tokens.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'by-hand-medium' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await connecting.getByRole('button', { name: 'I have no token: post by hand', exact: true }).click();
  await connecting.getByRole('button', { name: 'Add account', exact: true }).click();
  await connecting.getByText('Name on Medium is required').waitFor();
  await problemTakesFocus(connecting);
  await connecting.getByLabel('Name on Medium').fill('Ada on Medium');
  await connecting.getByLabel('Address of the profile').fill('medium.com/@ada-writes');
  await expectSound(page, { looks: everyLook, name: 'by-hand-joining' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await connecting.getByRole('button', { name: 'Add account', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Ada on Medium' }).getByText('By hand').waitFor();

  const [account] = (await calls.ask('fetch-social-accounts', { user_id: clientId })).accounts;
  const streamId = await addStream(calls, { type: 'formatted', title: 'Essays', items: ['Spring on the farm'] });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [account?.id ?? ''], inMinutes: 60 });
  await product.passTime({ minutes: 61 });

  const mail = await mailNaming('Spring on the farm');
  assert.equal(mail.subject, 'It is time to post "Spring on the farm" on Medium by hand');
  assert.match(mail.text, /About Spring on the farm/);
  assert.match(mail.text, /https:\/\/medium\.com\/new-story/);
  const link = /http:\/\/\S+\/dashboard\?by-hand=\d+/.exec(mail.text)?.[0] ?? '';

  await page.goto('/dashboard');
  const need = needOf(page, 'Spring on the farm');
  await need.getByText('Your turn').waitFor();
  await expectSound(page, { looks: everyLook, name: 'by-hand-dashboard' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const [due] = (await calls.ask('fetch-scheduler', { id })).items;
  await page.goto(`/scheduler?day=${berlinDayOf(due?.due_at ?? '')}`);
  await page
    .getByRole('button', { name: /Spring on the farm.*Your turn/ })
    .first()
    .waitFor();
  await page.goto('/schedule-content');
  await page.getByRole('row').filter({ hasText: 'Essays' }).getByText('Your turn: 1').waitFor();
  await page.goto(`/schedule-detail/${id}`);
  await page.getByRole('row').filter({ hasText: 'Spring on the farm' }).getByText('Your turn').waitFor();
  await page.getByRole('button', { name: 'Post by hand: Spring on the farm', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Post by hand', exact: true })
    .getByRole('button', { name: 'Copy text', exact: true })
    .waitFor();
  await page.keyboard.press('Escape');

  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Post by hand', exact: true });
  await dialog.getByRole('button', { name: 'Copy title', exact: true }).click();
  await dialog.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  await expect.poll(() => clipboard(page)).toBe('Spring on the farm');
  await dialog.getByRole('button', { name: 'Copy text', exact: true }).click();
  await expect.poll(() => clipboard(page), { message: 'the text is copied' }).toBe('About Spring on the farm');
  await expect.poll(async () => String(await formatted(page))).toMatch(/<strong>Spring on the farm<\/strong>/);
  await expect(dialog.getByRole('link', { name: 'Open Medium', exact: true })).toHaveAttribute(
    'href',
    'https://medium.com/new-story',
  );
  await expectSound(page, { looks: everyLook, name: 'by-hand-dialog' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await dialog.getByLabel('Link of the post').fill('no link');
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await dialog.getByText('Please enter a valid URL').waitFor();
  await dialog.getByLabel('Link of the post').fill('https://medium.com/@ada-writes/spring-1a2b3c');
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await need.getByText('It is on Medium.').waitFor();

  await page.goto(`/schedule-detail/${id}`);
  const row = page.getByRole('row').filter({ hasText: 'Spring on the farm' });
  await row.getByText('Posted', { exact: true }).waitFor();
  await expect(row.getByRole('link', { name: /^Visit/ })).toHaveAttribute(
    'href',
    'https://medium.com/@ada-writes/spring-1a2b3c',
  );
  assert.deepEqual([...product.sandbox.state.posts.values()].length, 0, 'nothing was sent anywhere');
  await page.goto(link);
  await page
    .getByRole('dialog', { name: 'Post by hand', exact: true })
    .getByText('“Spring on the farm” does not wait to be posted by hand any more.')
    .waitFor();
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('422 ')),
    [],
  );
});

test('A Facebook group is added by its address, its picture is downloaded, and a post can be skipped', async () => {
  const clientId = await addClient(calls, { name: 'Bakery' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  await page.getByRole('button', { name: 'Add one to post to by hand', exact: true }).click();
  const joining = page.getByRole('dialog', { name: 'Post by hand', exact: true });
  await takesFocus(joining);
  await joining.getByLabel('Name of the group').fill('Bakers of Berlin');
  await joining.getByLabel('Address of the group').fill('https://www.facebook.com/groups/bakers');
  await expectSound(page, { looks: everyLook, name: 'by-hand-group' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await joining.getByRole('button', { name: 'Add account', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Bakers of Berlin' }).waitFor();

  const [account] = (await calls.ask('fetch-social-accounts', { user_id: clientId })).accounts;
  const streamId = await addStream(calls, { type: 'image', title: 'Cakes', items: ['Plum cake'] });
  const id = await schedule(calls, product, { clientId, streamId, accountIds: [account?.id ?? ''], inMinutes: 60 });
  await product.passTime({ minutes: 61 });
  await expect.poll(async () => (await mailNaming('Plum cake')).text).toMatch(/\/files\/\S+/);
  await page.goto('/dashboard');
  await needOf(page, 'Plum cake')
    .getByRole('button', { name: 'Post by hand: Plum cake on Facebook', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Post by hand', exact: true });
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download media', exact: true }).click();
  const file = await download;
  assert.match(file.suggestedFilename(), /^Plum cake\.\w+$/);
  await expect(dialog.getByRole('link', { name: 'Open the group', exact: true })).toHaveAttribute(
    'href',
    'https://www.facebook.com/groups/bakers',
  );
  await expectSound(page, { looks: everyLook, name: 'by-hand-picture' });
  await page.setViewportSize({ width: 1280, height: 900 });
  const sure = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await dialog.getByRole('button', { name: 'Leave it out', exact: true }).click();
  await sure.getByText('This post will not be published.').waitFor();
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Leave it out', exact: true }).click();
  await sure.getByRole('button', { name: 'Leave it out', exact: true }).click();
  await needOf(page, 'Plum cake').getByText('Left out by a person when it was to be posted by hand.').waitFor();
  await page.goto(`/schedule-detail/${id}`);
  await page.getByRole('row').filter({ hasText: 'Plum cake' }).getByText('Cancelled').waitFor();
  assert.deepEqual(faults, []);
});

test('A Facebook group from the log-in is marked as posted by hand, also in the wizard', async () => {
  const clientId = await addClient(calls, { name: 'Club' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect Facebook', exact: true }).click();
  const popup = await opened;
  await popup.getByRole('radio', { name: /Emma Sunrise/ }).check();
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Facebook', exact: true });
  await dialog.getByText('Group, by hand').first().waitFor();
  await dialog.getByRole('radio', { name: 'Sunrise Regulars' }).check();
  await dialog.getByText(/Meta removed posting to groups by apps in April 2024/).waitFor();
  await expectSound(page, { looks: everyLook, name: 'by-hand-facebook' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'A group that is not listed', exact: true }).click();
  await dialog.getByLabel('Address of the group').waitFor();
  await dialog.getByRole('button', { name: 'Back to the list', exact: true }).click();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Facebook' }).getByText('By hand').waitFor();
  await expectSound(page, { looks: everyLook, name: 'by-hand-account' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await addStream(calls, { type: 'text', title: 'Club news', items: ['Summer fair'] });
  await page.goto('/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  await wizard.getByRole('radio', { name: 'Club' }).check();
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByRole('radio', { name: 'Club news' }).check();
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByText('You post it by hand: we remind you at the time.').waitFor();
  await expectSound(page, { looks: everyLook, name: 'by-hand-wizard' });
  assert.deepEqual(faults, []);
});
