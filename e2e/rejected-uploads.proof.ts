import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { aPicture } from '#server/content/streams/testing.ts';
import { addStream, callsOf, type Caller } from './arrange.ts';
import { oops } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const png = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await aPicture('png', { width: 200, height: 150 }),
});

/** The editor of an empty stream of pictures: its file input, and the row of a file by name. */
async function anEditor(page: Page, title: string) {
  const id = await addStream(calls, { type: 'image', title, items: [] });
  await enter(page, `/edit-stream/${id}`);
  await page.getByLabel('Choose pictures').waitFor({ state: 'attached' });
  const uploads = page.getByRole('region', { name: 'Uploads' });
  return {
    uploads,
    files: page.getByLabel('Choose pictures'),
    row: (name: string) => uploads.getByRole('listitem').filter({ hasText: name }),
    titles: async () => (await calls.ask('fetch-stream', { id })).items.map((item) => item.title),
  };
}

test('A rejected file keeps its row with the reason and offers no retry that cannot help', async () => {
  const { page, faults } = await product.open({ expected: [422] });
  const { uploads, files, row, titles } = await anEditor(page, 'Refused');
  await files.setInputFiles([
    await png('good.png'),
    { name: 'party.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    { name: 'poster.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) },
    { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('only words') },
  ]);
  await oops(page, `${messages.streamFileTooLarge}. ${messages.invalidFileType}`);
  const reasons = [
    ['party.gif', messages.invalidFileType],
    ['poster.png', messages.streamFileTooLarge],
    ['words.png', messages.invalidFileType],
  ] as const;
  for (const [name, reason] of reasons) {
    await row(name).getByRole('alert').getByText(reason).waitFor();
    await expect(row(name).getByRole('button', { name: /^Try again/ })).toHaveCount(0);
  }
  await row('good.png').getByText(messages.uploaded).waitFor();
  await expectSound(page, { looks: everyLook, name: 'rejected-uploads' });
  await uploads.getByRole('button', { name: 'Clear finished' }).click();
  await row('good.png').waitFor({ state: 'hidden' });
  for (const [name] of reasons.slice(0, 2)) {
    await row(name)
      .getByRole('button', { name: `Remove ${name} from the list` })
      .press('Enter');
    await row(name).waitFor({ state: 'hidden' });
    await uploads.and(page.locator(':focus')).waitFor();
  }
  await row('words.png').getByRole('alert').waitFor();
  await expect.poll(() => titles()).toEqual(['good']);
  assert.deepEqual(faults, []);
});

test('A file beyond the quota is sent again once there is space', async () => {
  const { config } = product.services;
  const quota = config.uploadQuotaBytes;
  const { page, faults } = await product.open({ expected: [413] });
  const { files, row, titles } = await anEditor(page, 'Quota');
  config.uploadQuotaBytes = 1;
  try {
    await files.setInputFiles([await png('large.png')]);
    await row('large.png').getByRole('alert').getByText(messages.quotaReached).waitFor();
  } finally {
    config.uploadQuotaBytes = quota;
  }
  await row('large.png').getByRole('button', { name: 'Try again: large.png' }).click();
  await row('large.png').getByText(messages.uploaded).waitFor();
  await expect.poll(() => titles()).toEqual(['large']);
  assert.deepEqual(faults, []);
});

test('Files wait while the connection is down and upload once the server answers', async () => {
  // Failures are under test here, so faults are not checked.
  const { page, context } = await product.open();
  const { files, row, titles } = await anEditor(page, 'Offline');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await files.setInputFiles([await png('first.png'), await png('second.png')]);
  await row('first.png').getByText('The connection was lost. We go on once the server answers.').waitFor();
  await row('second.png')
    .getByRole('button', { name: /^Cancel/ })
    .waitFor();
  await context.setOffline(false);
  for (const name of ['first.png', 'second.png']) await row(name).getByText(messages.uploaded).waitFor();
  await expect.poll(() => titles()).toEqual(['first', 'second']);
});

test('A busy server is tried again after the time that it names', async () => {
  const { page, faults } = await product.open({ expected: [429] });
  const { files, row, titles } = await anEditor(page, 'Busy');
  // As many uploads as one person may send within five minutes.
  const body = () => {
    const form = new FormData();
    form.append('content_stream_id', '0');
    return form;
  };
  const send = () =>
    fetch(`${product.url}/api/stream`, { method: 'POST', body: body(), headers: { authorization: calls.token } });
  for (let isBusy = false; !isBusy;)
    isBusy = (await Promise.all(Array.from({ length: 20 }, send))).some(({ status }) => status === 429);
  await files.setInputFiles([await png('early.png'), await png('later.png')]);
  await row('early.png').getByText('The server asks us to wait.').waitFor();
  await row('early.png')
    .getByText(/We try again in \d+ (s|min)\./)
    .waitFor();
  await expectSound(page, {
    looks: twoLooks,
    name: 'uploads-busy',
  });
  await product.passTime({ minutes: 6 });
  for (const name of ['early.png', 'later.png']) {
    await row(name)
      .getByRole('button', { name: `Cancel the upload of ${name}` })
      .click();
    await row(name)
      .getByRole('button', { name: `Try again: ${name}` })
      .waitFor();
  }
  for (const name of ['early.png', 'later.png']) {
    await row(name)
      .getByRole('button', { name: `Try again: ${name}` })
      .click();
    await row(name).getByText(messages.uploaded).waitFor();
  }
  await expect.poll(() => titles()).toEqual(['early', 'later']);
  assert.deepEqual(faults, []);
});
