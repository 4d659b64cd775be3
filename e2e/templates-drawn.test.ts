/** Every template, as the image creator shows it and as the server draws it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import { openDesignFiles, type DesignFiles } from '#render/design/draw-picture.ts';
import { newDesignSurface } from '#render/design/platform.ts';
import { drawDesign } from '#render/layout/design/index.ts';
import type { Design } from '#rules/design/design.ts';
import { boundsOf, type Box } from '#rules/design/geometry.ts';
import { emojiDrawing, signSvg } from '#server/signs/index.ts';
import { fontPath, typefaces } from '#server/typefaces/index.ts';
import { callsOf } from './arrange.ts';
import { aProduct } from './product.ts';
import { signIn } from './signing-in.ts';

/** How well a picture and its copy agree at least, dB of the peak to the noise. */
const least = { withTexts: 35, besideTexts: 40 };

const product = await aProduct();
const calls = await callsOf(product);

test('every template has the same picture on the screen and from the server', async (t) => {
  const { items: templates } = await calls.ask('fetch-templates', {});
  assert.ok(templates.length >= 54);
  const { page, faults } = await product.open();
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('image/')) loaded.set(response.url(), response.body());
  });
  await signIn(page);
  await page.goto('/image-creator');
  await page.getByRole('tab', { name: 'Templates' }).click();
  await page.getByRole('button', { name: templates[0]?.name ?? '', exact: true }).waitFor({ timeout: 60_000 });
  let worst = { withTexts: Infinity, besideTexts: Infinity };
  const faulty: string[] = [];
  for (const { id, name, design } of templates) {
    const seen = await shown(page, { name, design });
    const drawn = await drawnHere(design, seen);
    const texts = design.layers.flatMap((layer) => (layer.kind === 'text' ? [boundsOf(layer)] : []));
    const found = {
      withTexts: agreement(seen, drawn, () => true),
      besideTexts: agreement(seen, drawn, (x, y) => !texts.some((box) => isNear(box, x / seen.zoom, y / seen.zoom))),
    };
    worst = {
      withTexts: Math.min(worst.withTexts, found.withTexts),
      besideTexts: Math.min(worst.besideTexts, found.besideTexts),
    };
    if (found.withTexts < least.withTexts || found.besideTexts < least.besideTexts)
      faulty.push(`${id}: ${found.withTexts.toFixed(1)} dB, beside its texts ${found.besideTexts.toFixed(1)} dB`);
  }
  t.diagnostic(`at least ${worst.withTexts.toFixed(1)} dB, beside texts ${worst.besideTexts.toFixed(1)} dB`);
  assert.deepEqual(faulty, []);
  assert.deepEqual(faults, []);
});

/** Pixels of a canvas, RGB; `zoom`: px of it for one of the design. */
type Seen = { width: number; height: number; zoom: number; pixels: Buffer };

/** In the page: the canvas once all of it has arrived. A change is drawn in the next frame, which may ask for more. */
const whenDrawn = `(async () => {
  const canvas = document.querySelector('[role=group][aria-label^="Canvas."] canvas');
  for (let still = 0; still < 2; still++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (canvas.parentElement.ariaBusy !== 'false') still = -1;
  }
  return { url: canvas.toDataURL(), stageWidth: parseFloat(canvas.parentElement.style.width) };
})()`;
const drawnStage = z.object({ url: z.string(), stageWidth: z.number() });

/** Puts a template on the canvas, and answers its pixels. */
async function shown(page: Page, { name, design }: { name: string; design: Design }): Promise<Seen> {
  // Pressed by script: the list has all of them, and each one is scrolled to otherwise.
  await page.getByRole('button', { name, exact: true }).dispatchEvent('click');
  const { url, stageWidth } = drawnStage.parse(await page.evaluate(whenDrawn));
  const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  // The next template finds the empty canvas again, and so keeps its own size.
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click');
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, zoom: stageWidth / design.width, pixels: data };
}

/** What the page has loaded, so that the server need not draw each built-in picture a second time. */
const loaded = new Map<string, Promise<Buffer>>();
const files: DesignFiles = {
  typefaces,
  openFont: (name) => readFile(fontPath(name) ?? name),
  openPicture: (source) => loaded.get(new URL(source, product.url).href) ?? Promise.resolve(null),
  signSvg: (sign) => signSvg(sign, sign.colour),
  emojiSvg: emojiDrawing,
};

/** The server's drawing at the zoom of the screen, so that the two lie on each other exactly. */
async function drawnHere(design: Design, { width, height, zoom }: Seen): Promise<Buffer> {
  const { means, missing } = await openDesignFiles(design, files);
  assert.deepEqual(missing, []);
  const surface = newDesignSurface({ width, height });
  drawDesign(surface.context, design, { scale: zoom, means });
  return sharp(surface.canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Outlines and shadows stand out of a text's box by so much, px of the design. */
const margin = 24;
const isNear = (box: Box, x: number, y: number): boolean =>
  x > box.x - margin && x < box.x + box.width + margin && y > box.y - margin && y < box.y + box.height + margin;

/** The ratio of peak to noise between two pictures, dB, where a pixel counts. */
function agreement({ width, height, pixels }: Seen, other: Buffer, counts: (x: number, y: number) => boolean): number {
  assert.equal(pixels.length, other.length);
  let [squares, counted] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!counts(x, y)) continue;
      counted++;
      for (let at = (y * width + x) * 3, end = at + 3; at < end; at++)
        squares += ((pixels[at] ?? 0) - (other[at] ?? 0)) ** 2;
    }
  return counted === 0 ? Infinity : 10 * Math.log10((255 ** 2 * counted * 3) / squares);
}
