/**
 * The owner presses Watch now and sees the video of the main job; it is controlled by keyboard, resumes where it was
 * left, and explains failures.
 */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { addClient, callsOf, clientPassword } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

const title = 'A tour in under two minutes';

const shape = z.object({
  currentTime: z.number(),
  paused: z.boolean(),
  videoWidth: z.number(),
  tracks: z.array(z.string()),
  cues: z.number(),
});

/** The state of the video; the captions' cues exist once captions are shown. */
const stateOf = async (page: Page) =>
  shape.parse(
    await page.evaluate(`(() => {
  const video = document.querySelector('video[aria-label="${title}"]');
  const tracks = [...(video?.textTracks ?? [])];
  return {
    currentTime: video?.currentTime ?? 0, paused: video?.paused ?? true, videoWidth: video?.videoWidth ?? 0,
    tracks: tracks.map(({ kind, language }) => kind + ' ' + language), cues: tracks[0]?.cues?.length ?? 0,
  };
})()`),
  );

test('The owner watches the video with captions, jumps to a chapter, and later continues where it was', async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/films/')) asked.push(request.url());
  });
  await enter(page, '/dashboard');
  const button = page.getByRole('button', { name: 'Watch now' });
  await button.waitFor();
  await page.getByRole('region', { name: 'Today' }).getByText('Nothing is planned for today.').waitFor();
  assert.deepEqual(asked, [], 'nothing of the tutorial is fetched before it is asked for');
  await button.click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await expect.poll(async () => (await stateOf(page)).currentTime > 0.5, { message: 'the video plays' }).toBeTruthy();
  const { videoWidth, tracks } = await stateOf(page);
  assert.equal(videoWidth, 1280);
  assert.deepEqual(tracks, ['captions en', 'descriptions en', 'chapters en']);
  await page.evaluate(`document.querySelector('video').textTracks[0].mode = 'showing'`);
  await expect.poll(async () => (await stateOf(page)).cues > 10, { message: 'the captions are read' }).toBeTruthy();

  await dialog
    .getByRole('list', { name: 'Chapters' })
    .getByRole('button', { name: /Schedule it/ })
    .click();
  await expect
    .poll(async () => (await stateOf(page)).currentTime > 25, { message: 'it goes on in the chapter' })
    .toBeTruthy();
  await dialog
    .getByRole('button', { name: /Schedule it/ })
    .and(dialog.locator('[aria-current=true]'))
    .waitFor();
  await dialog.getByText('Read it instead').click();
  await dialog.getByText('The calendar shows every post of every client.').waitFor();
  const left = (await stateOf(page)).currentTime;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button.and(page.locator(':focus')).waitFor();

  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expect
    .poll(async () => (await stateOf(page)).currentTime >= left - 0.5, { message: 'it goes on where it was left' })
    .toBeTruthy();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('A person who prefers less motion starts the video, and it fits every window', async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, '/dashboard');
  await page.getByRole('button', { name: 'Watch now' }).click();
  await page.getByRole('dialog', { name: title }).waitFor();
  await expect
    .poll(async () => (await stateOf(page)).videoWidth === 1280, { message: 'the video is known' })
    .toBeTruthy();
  const { paused, currentTime } = await stateOf(page);
  assert.deepEqual([paused, currentTime], [true, 0]);
  await expectSound(page, { looks: twoLooks, name: 'watch-now' });
  assert.deepEqual(faults, []);
});

test('A video that fails to load says so and is tried again', async () => {
  const { page } = await product.open({ motion: 'full', expected: [404, 500] });
  let broken = true;
  await page.route('**/films/*.mp4', (route) => (broken ? route.abort() : route.fallback()));
  await enter(page, '/dashboard');
  await page.getByRole('button', { name: 'Watch now' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('alert').getByText('The video could not be loaded.').waitFor();
  broken = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await stateOf(page)).currentTime > 0.2, { message: 'the video plays' }).toBeTruthy();
});

test('A client account has no video and no suggestions', async () => {
  const client = { email: 'watcher@client.test', password: clientPassword };
  await addClient(await callsOf(product), { name: 'Watcher', email: client.email });
  const { page } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard', client);
  await page.getByRole('heading', { name: 'Welcome, Watcher' }).waitFor();
  await expect(page.getByRole('button', { name: 'Watch now' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What else you can do' })).toHaveCount(0);
});

test('A suggestion links to its place, is hidden for good, and is restored', async () => {
  const calls = await callsOf(product);
  await addClient(calls, { name: 'Corner Shop' });
  const { page, faults } = await product.open({ motion: 'full' });
  await enter(page, '/dashboard');
  const strip = page.getByRole('region', { name: 'What else you can do' });
  const card = (name: string) => strip.getByRole('article', { name });
  await card('Let the client connect its accounts').waitFor();
  await expect.poll(async () => (await strip.getByRole('article').count()) <= 3).toBeTruthy();
  await expectSound(page, { looks: twoLooks, name: 'dashboard-suggestions' });

  await strip.getByRole('button', { name: 'Hide “Protect your sign-in”' }).click();
  const undo = strip.getByRole('button', { name: 'Undo: show “Protect your sign-in” again' });
  await undo.and(page.locator(':focus')).waitFor();
  await card('Protect your sign-in').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await card('Protect your sign-in').waitFor();
  await strip.getByRole('button', { name: 'Hide “Protect your sign-in”' }).click();
  await undo.waitFor();
  await page.reload();
  await card('Let the client connect its accounts').waitFor();
  await expect(card('Protect your sign-in'), 'it is kept for the person').toHaveCount(0);
  await strip.getByRole('button', { name: 'Show hidden (1)' }).click();
  await card('Protect your sign-in').waitFor();

  await card('Let the client connect its accounts').getByRole('link').click();
  await page.getByRole('region', { name: 'Connect links' }).getByRole('button', { name: 'Make a link' }).waitFor();
  assert.deepEqual(faults, []);
});
