/**
 * The owner makes a video of two slides with a picture, a text and a voice, has it rendered, and the file holds all of
 * it.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { measureAudio } from '#render/audio/measure.ts';
import { loadPicture, newSurface } from '#render/canvas/platform.ts';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { probeMedia } from '#render/ffmpeg/media.ts';
import { madeBy } from '#render/testing-media.ts';
import { callsOf } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { expect, proof, test } from './fixtures.ts';
import { hold } from './hold.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

test('The owner makes a video of two slides, and its file contains the pictures, the text and the voice', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/create-video');
  const tools = page.getByRole('region', { name: 'Tools' });
  await page.getByLabel('Project name').fill('Spring offer');

  await tools.getByRole('tab', { name: 'Library' }).click();
  await tools.locator('img').first().click();
  await tools.getByRole('tab', { name: 'Text & Position' }).click();
  await tools.getByLabel('Text (Avoid Using Special Characters)').fill('50% off: "today" \u{1F680}');
  await tools.getByLabel('Font size').fill('40');

  const findPicture = await hold(page, 'search-media');
  const add = page.getByRole('button', { name: 'Add slide' });
  await add.click();
  const slides = page.getByRole('region', { name: 'Slides' });
  await slides.getByRole('button', { name: 'Slide 2, 5 s' }).waitFor();
  await tools.getByRole('tab', { name: 'Clips' }).click();
  await tools.getByLabel('Slide time').fill('2');
  findPicture();
  // The slide has its picture now, which is no step of its own.
  await expect(add).toBeEnabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await slides.getByRole('button', { name: 'Slide 2, 5 s' }).waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await slides.getByRole('button', { name: 'Slide 2, 2 s' }).waitFor();

  await tools.getByRole('tab', { name: 'Audio', exact: true }).click();
  await tools.getByRole('tab', { name: 'Text to Speech' }).click();
  await tools.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('dialog', { name: 'Oops!' }).getByText('Please add text before generate TTS').waitFor();
  await page.keyboard.press('Escape');
  await tools.getByLabel('Text to speak').fill('Come and see us this week, and save a lot.');
  await tools.getByRole('button', { name: 'Generate' }).click();
  await tools.getByRole('button', { name: 'Save & Use' }).click({ timeout: 60_000 });
  await page.getByText('TTS Applied Successfully').waitFor();

  await page.getByRole('button', { name: 'Render' }).click();
  await page.waitForURL('**/contents', { timeout: 60_000 });
  const { ask } = await callsOf(product);
  const look = async () => {
    const [video] = (await ask('fetch-videos', {})).items;
    return video !== undefined && (video.status === '6' || video.failed === '1') && video;
  };
  const made = await waitForValue('the video is made', look, 300);
  assert.deepEqual([made.name, made.status, made.message], ['Spring offer', '6', '']);
  const stored = await product.services.storage.open(made.video_path?.replace('/files/', '') ?? '');
  assert.ok(stored);
  const path = test.info().outputPath('video.mp4');
  await writeFile(path, await buffer(stored.body));
  await judge(path);
  assert.deepEqual(faults, []);
});

test('Generate is enabled once the voices are known', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  const read = await hold(page, 'get-artists');
  await page.goto('/create-video');
  const tools = page.getByRole('region', { name: 'Tools' });
  await tools.getByRole('tab', { name: 'Audio', exact: true }).click();
  await tools.getByRole('tab', { name: 'Text to Speech', exact: true }).click();
  await tools.getByLabel('Text to speak', { exact: true }).fill('Good morning.');
  const generate = tools.getByRole('button', { name: 'Generate', exact: true });
  await expect(generate).toBeDisabled();
  read();
  await generate.click();
  await tools.getByRole('button', { name: 'Save & Use', exact: true }).waitFor({ timeout: 60_000 });
  assert.deepEqual(faults, []);
});

test('Render waits for pending saves, and the last edit is in the video', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page.clock.install();
  await page.goto('/create-video');
  const held = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  let requests = 0;
  await page.route('**/api/save-video', async (route) => {
    requests += 1;
    held.resolve(undefined);
    await released.promise;
    await route.continue();
  });
  const name = page.getByLabel('Project name');
  const autosavePause = 5_000;
  await name.fill('First words');
  await page.clock.fastForward(autosavePause);
  await held.promise;
  await name.fill('Second words');
  await page.clock.fastForward(autosavePause);
  await page.getByRole('button', { name: 'Render' }).click();
  assert.equal(requests, 1);
  released.resolve(undefined);
  await page.waitForURL('**/contents');
  await page.getByRole('heading', { name: 'Second words' }).or(page.getByText('Second words')).first().waitFor();
  assert.deepEqual(faults, []);
});

test('Slides are reordered by drag and by Space and arrow keys, and Undo restores the order', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/create-video');
  const slides = page.getByRole('region', { name: 'Slides' });
  const slide = (name: string) => slides.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: 'Add slide' }).click();
  await slide('Slide 2, 5 s').waitFor();
  await page.getByRole('region', { name: 'Tools' }).getByLabel('Slide time').fill('2');
  await slide('Slide 2, 2 s').waitFor();
  const [from, to] = [await boxAtRest(slide('Slide 2, 2 s')), await boxAtRest(slide('Slide 1, 5 s'))];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await page.getByText('At position 1 of 2.').waitFor({ state: 'attached' });
  await page.mouse.up();
  await slide('Slide 1, 2 s').waitFor();
  await slide('Slide 2, 5 s').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await slide('Slide 2, 2 s').waitFor();
  await slide('Slide 2, 2 s').press(' ');
  await page.getByText('Slide 2 picked up. Arrow keys move it, Space puts it down.').waitFor({ state: 'attached' });
  // A key pressed before the positions are measured moves nothing; at the first position it has no further effect.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('ArrowLeft');
        return (await page.getByText('At position 1 of 2.').count()) > 0;
      },
      { message: 'the slide is at the first place' },
    )
    .toBeTruthy();
  await page.keyboard.press(' ');
  await slide('Slide 1, 2 s').waitFor();
  assert.deepEqual(faults, []);
});

/** Checks the video's length, that it has sound only with speech, and that its pictures are not black. */
async function judge(path: string): Promise<void> {
  const ffmpeg = await findFfmpeg(null);
  const facts = await probeMedia(ffmpeg, path);
  assert.ok('video' in facts && facts.video, JSON.stringify(facts));
  assert.deepEqual([facts.video.width, facts.video.height, facts.sounds], [1280, 720, 1]);
  assert.ok((facts.seconds ?? 0) > 7, `${facts.seconds} s: the second slide stays for its speech`);
  const sound = await measureAudio(ffmpeg, path);
  assert.ok('peaks' in sound && sound.lufs !== null);
  const loudest = (from: number, to: number): number =>
    Math.max(...sound.peaks.slice(from * 200, to * 200).map(Math.abs));
  assert.ok(loudest(0, 4) < 3 && loudest(5, 7) > 20, 'the voice speaks over the second slide alone');
  for (const second of ['1', '6']) {
    const png = await madeBy(ffmpeg, test.info().outputPath(`${second}.png`), [
      '-ss',
      second,
      '-i',
      path,
      '-frames:v',
      '1',
    ]);
    const { picture, width, height } = await loadPicture(png);
    const surface = newSurface({ width, height });
    surface.context.drawImage(picture, 0, 0, width, height, 0, 0, width, height);
    const pixels = surface.pixels();
    assert.ok(pixels.reduce((sum, value) => sum + value, 0) / pixels.length > 30, `light at second ${second}`);
  }
}
