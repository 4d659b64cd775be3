import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { aPicture } from '#server/content/streams/testing.ts';
import { boxAtRest } from './at-rest.ts';
import { oops } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

const menu = (page: Page) => page.getByRole('button', { name: /your account$/ });

/** A picture whose left half is red and right half blue. */
const twoColours = async (): Promise<Buffer> => {
  const blue = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 1200, height: 600, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 600, top: 0 }])
    .png()
    .toBuffer();
};

test('A profile picture is cropped by keyboard and pointer and appears in the menu at once', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/my-account');
  const input = page.getByLabel('Choose a picture');
  await input.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await oops(page, 'You have Selected Invalid File Type');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) });
  await oops(page, 'Max allowed size 5MB');
  await input.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: (await aPicture('png')).subarray(0, 50),
  });
  await oops(page, 'This picture cannot be read. It may be damaged.');

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoColours() });
  const dialog = page.getByRole('dialog', { name: 'Your picture', exact: true });
  const frame = dialog.getByRole('group', { name: /^Part of the picture/ });
  await frame.and(page.locator(':focus')).waitFor();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowLeft');
  await expectSound(page, { looks: everyLook, name: 'account-crop' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('slider', { name: 'Zoom', exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Use this picture', exact: true }).click();
  await page.getByText('Profile picture updated successfully').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const address = await menu(page).locator('img').getAttribute('src');
  const shown = await page.request.get(address ?? '');
  // Arrow keys went right to the end, where all is blue.
  const {
    channels: [red, , blue],
  } = await sharp(await shown.body()).stats();
  assert.deepEqual([Math.round(red?.mean ?? 255) < 40, Math.round(blue?.mean ?? 0) > 215], [true, true]);

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await twoColours() });
  const box = await boxAtRest(frame);
  await page.mouse.move(box.x + 50, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 310, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Use this picture', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const dragged = await waitForValue('the dragged picture', async () => {
    const found = await menu(page).locator('img').getAttribute('src');
    return found === address ? null : found;
  });
  const {
    channels: [leftRed],
  } = await sharp(await (await page.request.get(dragged)).body()).stats();
  assert.ok((leftRed?.mean ?? 0) > 215, 'dragged to the right, its left side shows');
  assert.deepEqual(faults, []);
});
