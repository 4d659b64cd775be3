/** All data of an agency: downloading and opening it, stopping its processing and resuming it, deleting it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readZip } from '#server/app/account-data/testing-zip.ts';
import { aPerson } from '#server/app/testing/people.ts';
import { createOwner } from '#server/people/operator/owners.ts';
import { addClient, addStream, callsOf, clientPassword, connect, schedule, type Caller } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** Checks the current page in every look. */
async function sound(page: Page, name: string): Promise<void> {
  await expectSound(page, { looks: everyLook, name: `account-data-${name}` });
  await page.setViewportSize({ width: 1280, height: 900 });
}
const part = (page: Page, name: string) => page.getByRole('region', { name });
const banner = (page: Page) => page.getByRole('complementary', { name: 'Processing is stopped', exact: true });

test(
  'The owner downloads all data while working elsewhere, and the archive opens offline with pictures and posts',
  proof,
  async () => {
    const clientId = await addClient(calls, { name: 'Sunrise' });
    const accountId = await connect(calls, product, { clientId, network: 'telegram' });
    const streamId = await addStream(calls, { type: 'text', title: 'Words of Sunrise', items: ['Sunrise one'] });
    await addStream(calls, { type: 'image', title: 'Pictures of Sunrise', items: ['Croissant'] });
    await schedule(calls, product, { clientId, streamId, accountIds: [accountId] });
    const { page, faults } = await product.open({ expected: [403] });
    await enter(page, '/privacy');
    await page.getByRole('link', { name: /^All of your data/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Account Data', exact: true }).waitFor();
    await sound(page, 'idle');
    await part(page, 'Download My Data').getByRole('button', { name: 'Download My Data', exact: true }).click();
    // Leaving before the server has the request would abort it.
    await part(page, 'Download My Data')
      .getByRole('button', { name: /^(Cancel|Make a new one)$/ })
      .waitFor();
    await page.goto('/clients');
    await expect
      .poll(
        () =>
          Promise.resolve(
            product.sandbox.state.mails.some(
              ({ to, subject }) => to.includes(owner.email) && subject === 'Your data from AgencyReel is ready',
            )
              ? true
              : null,
          ),
        { message: 'the mail' },
      )
      .toBeTruthy();
    await page.goto('/account-data');
    await part(page, 'Download My Data')
      .getByText(/^Ready: /)
      .waitFor();
    await sound(page, 'ready');

    // The log-in was a while ago, so the identity is confirmed again.
    await product.passTime({ minutes: 11 });
    const saving = page.waitForEvent('download');
    await part(page, 'Download My Data').getByRole('button', { name: 'Download', exact: true }).click();
    const identity = page.getByRole('dialog', { name: 'Confirm that it is you', exact: true });
    await identity.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    const saved = await saving;
    assert.match(saved.suggestedFilename(), /^agencyreel-data-\d{4}-\d\d-\d\d\.zip$/);
    const path = test.info().outputPath('data.zip');
    await saved.saveAs(path);

    const zip = readZip(path);
    for (const name of zip.names) {
      mkdirSync(dirname(test.info().outputPath('data', name)), { recursive: true });
      writeFileSync(test.info().outputPath('data', name), zip.bytes(name));
    }
    const offline = await product.browser.newPage();
    await offline.goto(pathToFileURL(test.info().outputPath('data', 'index.html')).href);
    await offline.getByRole('heading', { level: 1, name: /^All data of/ }).waitFor();
    await offline.getByRole('link', { name: 'Content streams', exact: true }).click();
    const picture = offline.getByRole('img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => ((await offline.evaluate('document.images[0]?.naturalWidth > 0')) === true ? true : null), {
        message: 'the picture',
      })
      .toBeTruthy();
    await offline.goBack();
    await offline.getByRole('link', { name: 'Posts and their figures', exact: true }).click();
    await offline.getByRole('cell', { name: 'Sunrise one', exact: true }).waitFor();
    await offline.getByRole('cell', { name: /^Telegram:/ }).waitFor();
    await offline.close();
    assert.deepEqual(faults, []);
  },
);

test('A download in progress shows how far it is and can be cancelled', async () => {
  // The job of another worker: the page does not depend on its speed.
  const { agencyId, id: userId } = await product.services.db.asSystem(async (tx) => {
    const row = await tx
      .selectFrom('users')
      .select(['id', 'agency_id'])
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow();
    return { id: row.id, agencyId: row.agency_id };
  });
  await product.services.db.pool.query(
    `insert into data_exports (agency_id, user_id, state, run, step, percent, created_at, touched_at) values ($1, $2,
      'running', 'elsewhere', 'media', 42, now(), now())`,
    [agencyId, userId],
  );
  const { page, faults } = await product.open();
  await enter(page, '/account-data');
  const card = part(page, 'Download My Data');
  await card.getByText('42%').waitFor();
  await card.getByText('Copying pictures and videos…').waitFor();
  await expect(card.getByRole('progressbar', { name: 'Putting your data together', exact: true })).toHaveAttribute(
    'aria-valuenow',
    '42',
  );
  await sound(page, 'running');
  await product.services.db.pool.query(
    `update data_exports set percent = 77 where agency_id = $1 and state = 'running'`,
    [agencyId],
  );
  await card.getByText('77%').waitFor();
  await card.getByRole('button', { name: 'Cancel', exact: true }).click();
  await card.getByText('The last one was cancelled.').waitFor();
  await product.services.db.pool.query(
    `update data_exports set state = 'failed', message = 'Your data could not be put together.' where agency_id = $1
      and state = 'cancelled'`,
    [agencyId],
  );
  await page.reload();
  await card.getByText('Your data could not be put together.').waitFor();
  await sound(page, 'failed');
  assert.deepEqual(faults, []);
});

test('Opening the deletion link of another person leaves the session alone', proof, async () => {
  const { page, faults } = await product.open({ expected: [404] });
  await enter(page, '/account-deleted?token=of-somebody-else');
  await page.getByRole('link', { name: 'Go to the dashboard', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: /your account/ }).waitFor();
  assert.deepEqual(faults, []);
});

test('Every page says that processing is stopped, and only the owner resumes it', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/account-data');
  await part(page, 'Stop Processing My Data')
    .getByRole('button', { name: 'Stop Processing My Data', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Stop processing?', exact: true })
    .getByRole('button', { name: 'Stop', exact: true })
    .click();
  await part(page, 'Stop Processing My Data').getByText('Stopped').waitFor();
  await product.passTime({ minutes: 65 });
  await expect
    .poll(async () => ((await calls.ask('fetch-pauses', {})).piled_up === 1 ? true : null), {
      message: 'the post is held',
    })
    .toBeTruthy();
  for (const path of [
    '/dashboard',
    '/clients',
    '/streams',
    '/scheduler',
    '/schedule-content',
    '/my-account',
    '/account-data',
  ]) {
    await page.goto(path);
    await banner(page).getByText('1 post waits.').waitFor();
  }
  await sound(page, 'stopped');
  const member = await product.open();
  const { agency_id: agencyId } = await product.services.db.asSystem((tx) =>
    tx.selectFrom('users').select('agency_id').where('email', '=', owner.email).executeTakeFirstOrThrow(),
  );
  await aPerson(product.services.db, { role: 'member', agencyId, email: 'mark@team.test', password: 'Marks&Pass1!' });
  await enter(member.page, '/dashboard', { email: 'mark@team.test', password: 'Marks&Pass1!' });
  const paused = part(member.page, 'Paused');
  await paused.getByText('resumed by the owner').waitFor();
  await expect(
    member.page.getByRole('button', { name: /^Resume/ }),
    'what a press would only refuse is not offered',
  ).toHaveCount(0);
  await part(page, 'Stop Processing My Data').waitFor();
  assert.deepEqual(member.faults, []);
  assert.equal(
    [...product.sandbox.state.posts.values()].some((post) => `${post.title} ${post.text}`.includes('Sunrise one')),
    false,
  );
  await part(page, 'Stop Processing My Data').getByRole('button', { name: 'Resume', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume publishing', exact: true });
  await dialog.getByText('One post was due while this was paused.').waitFor();
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await banner(page).waitFor({ state: 'hidden' });
  await part(page, 'Stop Processing My Data')
    .getByRole('button', { name: 'Stop Processing My Data', exact: true })
    .waitFor();
  await expect
    .poll(
      () =>
        Promise.resolve(
          [...product.sandbox.state.posts.values()].some((post) => `${post.title} ${post.text}`.includes('Sunrise one'))
            ? true
            : null,
        ),
      { message: 'it is out' },
    )
    .toBeTruthy();
  assert.deepEqual(faults, []);
});

test(
  'An agency is deleted only after the right words, and the person lands on the page that confirms it',
  proof,
  async () => {
    const person = { email: 'mia@leaving.test', password: 'Leaving&Pass1!' };
    const named = { name: 'Mia Leaving', agencyName: 'Leaving & Co', membership: 'dfy__unlimited' };
    await createOwner(product.services.db, { ...person, ...named });
    const own = await callsOf(product, person);
    const clientId = await addClient(own, { name: 'Harbor', email: 'harbor@client.test' });
    await connect(own, product, { clientId, network: 'telegram' });
    await addStream(own, { type: 'image', title: 'Pictures of Harbor', items: ['Boats'] });
    const elsewhere = await product.open({ expected: [401] });
    await enter(elsewhere.page, '/dashboard', { email: 'harbor@client.test', password: clientPassword });

    const { page, faults } = await product.open({ expected: [401, 422] });
    await enter(page, '/account-data', person);
    await part(page, 'Delete My Data').getByRole('button', { name: 'Delete My Data', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete everything?', exact: true });
    await dialog.getByText('1 client and their accounts to sign in').waitFor();
    await dialog.getByText('At Telegram only you can take our access back', { exact: false }).waitFor();
    const words = dialog.getByLabel(/^Type “Leaving & Co” or mia@leaving\.test/);
    for (const wrong of ['', 'leaving & co', 'DELETE']) {
      await words.fill(wrong);
      await dialog.getByRole('button', { name: 'Delete My Data', exact: true }).click();
      await dialog.getByText('Please type exactly what is asked for').waitFor();
    }
    await sound(page, 'delete');
    await words.fill('Leaving & Co');
    await dialog.getByRole('button', { name: 'Delete My Data', exact: true }).click();
    await page.getByRole('heading', { name: 'Your data has been deleted', exact: true }).waitFor();
    await page.getByText('We could not revoke our access to 1 account', { exact: false }).waitFor();
    await sound(page, 'deleted');
    await expect
      .poll(
        () =>
          Promise.resolve(
            product.sandbox.state.mails.some(
              ({ to, subject }) => to.includes(person.email) && subject === 'Your data at AgencyReel has been deleted',
            )
              ? true
              : null,
          ),
        { message: 'the last mail' },
      )
      .toBeTruthy();

    await page.getByRole('link', { name: 'Go to sign in', exact: true }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page
      .getByRole('main')
      .getByRole('button', { name: /log ?in|sign in/i })
      .click();
    await page.getByText('Email or password is not correct').first().waitFor();
    await elsewhere.page.goto('/clients');
    await elsewhere.page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
    await expect
      .poll(async () => (await calls.ask('fetch-user', {})).email, { message: 'another agency is as it was' })
      .toBe(owner.email);
    assert.deepEqual([...faults, ...elsewhere.faults], []);
  },
);

test('An unknown deletion link says that it is unknown', proof, async () => {
  const { page, faults } = await product.open({ expected: [404] });
  await page.goto('/account-deleted?token=nonsense');
  await page.getByText('We do not know this deletion. The link may be incomplete.').waitFor();
  await sound(page, 'unknown');
  assert.deepEqual(faults, []);
});
