import assert from 'node:assert/strict';
import { test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;
const lights = [
  { name: 'ownership', state: 'right', words: 'The TXT record proves that the domain is yours.' },
  { name: 'address', state: 'right', words: 'The A record points here.' },
  { name: 'conflict', state: 'right', words: 'No other record points elsewhere.' },
  { name: 'authority', state: 'right', words: 'A certificate may be issued.' },
  { name: 'certificate', state: 'wrong', words: 'The certificate ended on 1 June 2026 and was not renewed.' },
];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  await product.services.db.pool.query(
    `insert into white_labels
     (agency_id, name, first_color, second_color, host, proof, state, lights, created_at, checked_at)
   select agency_id, 'Bright', '#0b3d6b', '#0e7c7b', 'app.bright.test', 'the-proof', 'active', $2, now(), now()
   from users where email = $1`,
    [owner.email, JSON.stringify(lights)],
  );
});

test('An owner sees that the certificate is broken and mails the DNS steps to a colleague', async () => {
  const { page, faults } = await product.open({ expected: [422] });
  await enter(page, '/white-label');
  await page.getByText('Certificate: Wrong').waitFor();
  await page.getByText('The certificate ended on 1 June 2026 and was not renewed.').waitFor();
  await page.getByText('Your site is served at this domain, but browsers warn its visitors.').waitFor();
  const form = page.getByRole('region', { name: 'app.bright.test' });
  const field = page.getByLabel('Send these steps to a colleague');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await form.getByText('Email is required').waitFor();
  await field.fill('nobody');
  await send.click();
  await form.getByText('Please enter a valid email').waitFor();
  await field.fill('dns@bright.test');
  await send.click();
  await page.getByText('The DNS steps have been sent').waitFor();
  const mail = await waitForValue('the mail', () =>
    Promise.resolve(product.sandbox.state.mails.find(({ to }) => to.includes('dns@bright.test')) ?? null),
  );
  assert.match(mail.text, /Name: _agencyreel\.app\.bright\.test\s+Value: the-proof/);
  await product.services.db.pool.query(
    `update white_labels set failing_since = now() - interval '3 days' where host = 'app.bright.test'`,
  );
  await page.reload();
  await page.getByText(/^Wrong since .+ The domain is released .+ if it stays so\.$/).waitFor();
  assert.deepEqual(faults, []);
});
