/** The licences of everything in use: on a page, as CSV, and after a source withdraws a work. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { withdrawWork } from '#server/content/licences/index.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let agency: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  agency = await callsOf(product);
});

test('The owner finds the licences of a client, saves them as CSV, and sees a withdrawn one', async () => {
  const client = await addClient(agency, { name: 'Sunrise Bakery' });
  const stream = await addStream(agency, { type: 'image', title: 'Found', items: [] });
  const [found] = await agency.ask('search-media', { keyword: 'bread', search_type: 'image' });
  assert.ok(found && 'image' in found);
  await agency.ask('push-to-content-stream', {
    content_stream_id: stream,
    url: found.image,
    title: 'Loaf',
    description: 'Fresh',
  });
  const account = await connect(agency, product, { clientId: client, network: 'telegram' });
  await schedule(agency, product, { clientId: client, streamId: stream, accountIds: [account] });

  const { page, faults } = await product.open({ width: 1280 });
  await enter(page, `${product.url}/library`);
  await page.getByRole('link', { name: 'Licences', exact: true }).click();
  await page.getByRole('combobox', { name: 'Used for', exact: true }).click();
  await page.getByRole('option', { name: 'Sunrise Bakery', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Found', exact: true }) });
  await row.getByText('CC0-1.0').waitFor();
  await row.getByText('Offered').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV', exact: true }).click(),
  ]);
  const table = await readFile(await download.path(), 'utf8');
  assert.match(table, /^\ufeffKind,Title,Source.*\r\nimage,.*stream: Found/s);

  const { services } = product;
  await services.db.asSystem((tx) =>
    withdrawWork(tx, { source: 'embedded', item: found.id, now: product.now(), publicUrl: product.url }),
  );
  await page.reload();
  const waiting = page.getByRole('region', { name: '1 post waits with a work that was withdrawn', exact: true });
  await waiting.getByRole('link', { name: 'Loaf', exact: true }).waitFor();
  await row.getByText('Withdrawn').waitFor();
  assert.deepEqual(faults, []);
});
