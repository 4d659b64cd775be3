import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { makeMasterLogin } from '#server/people/operator/master-login.ts';
import { addClient, callsOf, clientPassword, type Caller } from './arrange.ts';
import { pageTakesFocus, problemTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { hasFocus } from './focus.ts';
import { linkInMail } from './mail.ts';
import { owner, type Product } from './product.ts';
import { signIn } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const isSignedOut = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
};

async function typeIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('A wrong password is refused beside the form, and the email is kept', async () => {
  const { page, faults } = await product.open({ expected: [422] });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByText('Password is required').waitFor();
  await problemTakesFocus(page);
  await typeIn(page, { email: owner.email, password: '' });
  await hasFocus(page.getByLabel('Password', { exact: true }), page);
  await typeIn(page, { email: 'owner', password: 'x' });
  await page.getByText('Please enter a valid email').waitFor();
  await problemTakesFocus(page);
  await typeIn(page, { email: owner.email, password: 'Wrong&Pass1!' });
  await page.getByRole('alert').getByText('Email or password is not correct').waitFor();
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  assert.equal(new URL(page.url()).pathname, '/');
  assert.deepEqual(faults, []);
});

test('A session survives a reload, and the log-in page redirects its owner to the dashboard', async () => {
  const { page, faults } = await product.open();
  await signIn(page);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto('/login');
  await page.waitForURL('**/dashboard');
  assert.deepEqual(faults, []);
});

test('Signing out empties the storage of the browser and ends the session in its other tabs', proof, async () => {
  const { page, context, faults } = await product.open();
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/clients');
  await other.getByRole('heading', { level: 1, name: 'My Clients' }).waitFor();
  await expect.poll(() => page.evaluate('localStorage.length')).not.toBe(0);
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await isSignedOut(page);
  await isSignedOut(other);
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(0);
  await page.goto('/dashboard');
  await isSignedOut(page);
  assert.deepEqual(faults, []);
});

test('A visitor of a protected page signs in first and then gets there', async () => {
  const { page, faults } = await product.open();
  await page.goto('/streams');
  await page.waitForURL('**/login');
  await isSignedOut(page);
  await pageTakesFocus(page);
  await typeIn(page, owner);
  await page.getByRole('heading', { level: 1, name: 'My Streams' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/streams');
  assert.deepEqual(faults, []);
});

test('A call that is answered with "Unauthorized Token" signs the person out', proof, async () => {
  await addClient(calls, { name: 'Gone Soon', email: 'gone@client.test' });
  const { page, faults } = await product.open({ expected: [401] });
  await signIn(page, { email: 'gone@client.test', password: clientPassword });
  await product.services.db.asSystem(async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('user_id', 'in', tx.selectFrom('users').select('id').where('email', '=', 'gone@client.test'))
      .execute();
  });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage Client' });
  // A dashboard call still in flight may be the first to get that answer.
  await Promise.race([link.click(), page.waitForURL('**/login')]);
  await isSignedOut(page);
  await expect.poll(() => page.evaluate("localStorage.getItem('session')")).toBe(null);
  assert.deepEqual(faults, []);
});

test('A forgotten password is replaced through the mailed link, which ends every session', proof, async () => {
  const person = { email: 'forgetful@client.test', password: clientPassword };
  await addClient(calls, { name: 'Forgetful', email: person.email });
  const elsewhere = await product.open({ expected: [401] });
  await signIn(elsewhere.page, person);

  const { page, faults } = await product.open({ expected: [409] });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Click here' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Email is required').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  const link = await linkInMail(product, { to: person.email, subject: 'Reset your AgencyReel password' });

  await page.goto(link);
  const refusals = [
    ['Short1!', 'Short1!', 'Password must be at least 8 characters long.'],
    ['alllower1!', 'alllower1!', 'Password must contain at least one uppercase letter.'],
    ['ALLUPPER1!', 'ALLUPPER1!', 'Password must contain at least one lowercase letter.'],
    ['NoDigits!', 'NoDigits!', 'Password must contain at least one number.'],
    ['NoSpecial1', 'NoSpecial1', 'Password must contain at least one special character.'],
    ['Better&Pass1!', 'Better&Pass2!', 'Passwords do not match.'],
  ] as const;
  for (const [password, confirmation, message] of refusals) {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(message, { exact: true }).waitFor();
  }
  const better = { ...person, password: 'Better&Pass1!' };
  await page.getByLabel('Confirm password', { exact: true }).fill(better.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  // Waited for before the page, whose code may take longer to load than the notice stays.
  await page.getByText('Your password has been changed. You can sign in now.').waitFor();
  await isSignedOut(page);
  await pageTakesFocus(page);
  await typeIn(page, better);
  await page.waitForURL('**/dashboard');

  await elsewhere.page.reload();
  await isSignedOut(elsewhere.page);

  const again = await product.open({ expected: [409] });
  await again.page.goto(link);
  await again.page.getByLabel('New password', { exact: true }).fill(better.password);
  await again.page.getByLabel('Confirm password', { exact: true }).fill(better.password);
  await again.page.getByRole('button', { name: 'Change the password' }).click();
  await again.page.getByText('This link is not valid any more. Please ask for a new one.').first().waitFor();
  assert.deepEqual([...faults, ...elsewhere.faults, ...again.faults], []);
});

test('The link of an operator opens a session that says so on every page, and works once', proof, async () => {
  const { token } = await product.services.db.asSystem((tx) =>
    makeMasterLogin(tx, { email: owner.email, now: product.now() }),
  );
  const link = `/master-login?${new URLSearchParams({ email: owner.email, token }).toString()}`;
  const { page, faults } = await product.open();
  await page.goto(link);
  await page.waitForURL('**/dashboard');
  const banner = page.getByRole('complementary', { name: 'Signed in for someone else' });
  await banner.getByText('You are signed in on behalf of Alex Owner').waitFor();
  for (const path of ['/clients', '/my-account', '/terms', '/popup']) {
    await page.goto(path);
    await banner.waitFor();
  }
  await page.goto('/activity');
  const entry = page
    .getByRole('table', { name: 'Activity' })
    .getByRole('row')
    .filter({ hasText: 'Signed in with the operator’s link' });
  await entry.getByText('on behalf of Alex Owner').waitFor();
  await banner.getByRole('button', { name: 'End this session' }).click();
  await isSignedOut(page);

  const again = await product.open({ expected: [409] });
  await again.page.goto(link);
  await again.page.getByRole('heading', { name: 'That did not work' }).waitFor();
  await again.page.getByText('This link is not valid any more. Please create a new one.').first().waitFor();
  assert.deepEqual([...faults, ...again.faults], []);
});
