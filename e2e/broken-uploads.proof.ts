import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { aVideo } from '#server/content/streams/testing.ts';
import { madeLonger } from '#server/content/uploads/testing.ts';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;
let bytes: Buffer;
let video: { name: string; mimeType: string; buffer: Buffer };

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  bytes = madeLonger(await aVideo(), 19_600_000);
  video = { name: 'spring.mp4', mimeType: 'video/mp4', buffer: bytes };
});

/** Counts the bytes of files that a page sends: each request as a whole, even if only a part of it was sent. */
const countBytes = (page: Page) =>
  page.addInitScript(`
    globalThis.sentBytes = 0;
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        for (const [, value] of body) if (value instanceof File) globalThis.sentBytes += value.size;
      return send.call(this, body);
    };`);
const sent = (page: Page) => page.evaluate<number>('globalThis.sentBytes');

/** The editor of an empty stream of videos, whose connection breaks once after three of five pieces. */
async function anEditor(title: string) {
  const id = await addStream(calls, { type: 'video', title, items: [] });
  const { page, context } = await product.open();
  await countBytes(page);
  await enter(page, `/edit-stream/${id}`);
  let pieces = 0;
  await page.route('**/api/upload-piece', async (route) => {
    pieces += 1;
    if (pieces !== 4) return route.continue();
    await context.setOffline(true);
    return route.abort('internetdisconnected');
  });
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
  return {
    page,
    context,
    choose: () => page.getByLabel('Choose videos').setInputFiles([video]),
    row: uploads.getByRole('listitem').filter({ hasText: video.name }),
    items: async () => (await calls.ask('fetch-stream', { id })).items.map((item) => item.title),
  };
}

test('A large upload that breaks at 60 % waits, and then sends at most half of the file', async () => {
  const { page, context, choose, row, items } = await anEditor('Breaks');
  await choose();
  await row.getByText('The connection was lost. We go on once the server answers.').waitFor();
  await row.getByRole('progressbar').and(page.locator('[aria-valuenow="61"]')).waitFor();
  const before = await sent(page);
  await context.setOffline(false);
  await row.getByText(messages.uploaded).waitFor();
  await expect
    .poll(async () => (await sent(page)) - before <= bytes.length / 2, {
      message: `${before}, then ${await sent(page)}`,
    })
    .toBeTruthy();
  await expect.poll(() => items()).toEqual(['spring']);
  await page.getByRole('region', { name: 'Unfinished uploads' }).waitFor({ state: 'hidden' });
});

test('A reloaded page lists the unfinished upload, and the same file continues where it stopped', async () => {
  const { page, context, choose, row, items } = await anEditor('Reloads');
  await choose();
  await row.getByText('The connection was lost. We go on once the server answers.').waitFor();
  // Before there is a connection, over which the next piece would go at once.
  await page.route('**/api/upload-piece', (route) => route.abort());
  await context.setOffline(false);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const unfinished = page.getByRole('region', { name: 'Unfinished uploads', exact: true });
  await unfinished.getByText(video.name).waitFor();
  await unfinished.getByText('12.0 MB of 19.6 MB').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'unfinished-upload' });
  await page.unroute('**/api/upload-piece');
  await choose();
  await row.getByText(messages.uploaded).waitFor();
  await expect.poll(async () => (await sent(page)) <= bytes.length / 2).toBeTruthy();
  await unfinished.waitFor({ state: 'hidden' });
  await expect.poll(() => items()).toEqual(['spring']);
});

test('An unfinished upload in the library can be removed together with its pieces', async () => {
  const sound = { file_type: 'music', file_name: 'song.wav', size_bytes: 9_000_000, sha256: '0'.repeat(64) } as const;
  const { id } = await calls.ask('begin-upload', sound);
  const form = new FormData();
  form.append('id', id);
  form.append('number', '0');
  form.append('piece', new Blob([new Uint8Array(4_000_000)]), 'piece');
  const headers = { authorization: calls.token };
  const answer = await fetch(`${product.url}/api/upload-piece`, { method: 'POST', body: form, headers });
  assert.equal(answer.status, 200);
  const { page, faults } = await product.open();
  await enter(page, '/library');
  await page.getByRole('button', { name: 'Remove what has arrived of song.wav', exact: true }).click();
  await page.getByText(messages.uploadDropped).waitFor();
  await page.getByRole('region', { name: 'Unfinished uploads' }).waitFor({ state: 'hidden' });
  await expect.poll(async () => (await calls.ask('fetch-uploads', {})).uploads).toEqual([]);
  assert.deepEqual(faults, []);
});
