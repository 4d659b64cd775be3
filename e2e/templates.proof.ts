import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { openDesignFiles, type DesignFiles } from '#render/design/draw-picture.ts';
import { newDesignSurface } from '#render/design/platform.ts';
import { drawDesign } from '#render/layout/design/index.ts';
import type { Design } from '#rules/design/design.ts';
import { boundsOf, type Box } from '#rules/design/geometry.ts';
import { fontPath, typefaces } from '#server/content/fonts/index.ts';
import { emojiDrawing, iconDrawing } from '#server/content/icons/index.ts';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** A template in the brand kit of a client, generated for three texts and for the client. */
test.describe('A template', () => {
  test('A template takes the brand of a client and is generated for three texts and for the client', async () => {
    const client = await addClient(calls, { name: 'Rossi Pizza' });
    const { page, faults } = await product.open();
    await enter(page, `/edit-client/${client}?tab=details`);
    await page.getByLabel('Primary', { exact: true }).fill('#c1121f');
    await page.getByRole('button', { name: 'Save brand kit' }).click();
    await page.getByText('Brand kit saved').waitFor();

    await page.goto('/image-creator');
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Big percent' }).click();
    await page.getByRole('tab', { name: 'Brand' }).click();
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Rossi Pizza' }).click();
    await page.getByRole('button', { name: 'Apply this brand' }).click();

    await page.getByRole('button', { name: 'Make many' }).click();
    await page.getByRole('menuitem', { name: 'One post for each text…' }).click();
    await takesFocus(page.getByRole('dialog'));
    await page.getByRole('textbox', { name: 'Texts' }).fill('THIS WEEK ONLY\nTODAY ONLY\nALL WEEKEND');
    await page.getByRole('button', { name: 'Make 3 pictures' }).click();
    await page.getByText('3 of 3 pictures made.').waitFor({ timeout: 120_000 });
    const [{ items: streams }, { items: designs }] = [
      await calls.ask('fetch-streams', {}),
      await calls.ask('fetch-thumbnails', {}),
    ];
    const stream = streams.find(({ title }) => title === designs[0]?.name);
    const poured = await calls.ask('fetch-stream', { id: stream?.id ?? '' });
    assert.deepEqual(
      poured.items.map(({ title }) => title),
      ['THIS WEEK ONLY', 'TODAY ONLY', 'ALL WEEKEND'],
    );
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Make many' }).click();
    await page.getByRole('menuitem', { name: 'For many clients…' }).click();
    await page.getByRole('checkbox', { name: 'Rossi Pizza' }).check();
    await page.getByRole('button', { name: 'Make it for 1 client' }).click();
    await page.getByText('1 of 1 picture made.').waitFor({ timeout: 120_000 });

    // A page that was opened later shows both, too.
    await page.goto('/image-creator');
    await page.getByRole('button', { name: 'Make many' }).click();
    await page.getByRole('menuitem', { name: 'What was made so far…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Made many' });
    await dialog.getByText('One post for each text · 3 of 3 pictures made.').waitFor();
    await dialog.getByText('For many clients · 1 of 1 picture made.').waitFor();
    await dialog
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Show all' }).waitFor();
    assert.deepEqual(faults, []);
  });
});

/** Every template, as the image creator shows it and as the server draws it. */
test.describe('Every template', () => {
  /** The least agreement of a picture and its copy: peak signal-to-noise ratio, dB. */
  const least = { withTexts: 35, besideTexts: 40 };

  test('Every template has the same picture on the screen and from the server', async () => {
    const { items: templates } = await calls.ask('fetch-templates', {});
    assert.ok(templates.length >= 54);
    const { page, faults } = await product.open();
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('image/')) loaded.set(response.url(), response.body());
    });
    await enter(page, '/image-creator');
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('button', { name: templates[0]?.name ?? '', exact: true }).waitFor({ timeout: 60_000 });
    const found: Promise<Agreement & { id: string }>[] = [];
    for (const { id, name, design } of templates) {
      const seen = await shown(page, { name, design });
      // The server's half is drawn while the page shows the next template.
      found.push(compared(design, seen).then((agreement) => ({ id, ...agreement })));
    }
    const agreements = await Promise.all(found);
    const faulty = agreements
      .filter(({ withTexts, besideTexts }) => withTexts < least.withTexts || besideTexts < least.besideTexts)
      .map(
        ({ id, ...each }) => `${id}: ${each.withTexts.toFixed(1)} dB, beside texts ${each.besideTexts.toFixed(1)} dB`,
      );
    const worst = {
      withTexts: Math.min(...agreements.map(({ withTexts }) => withTexts)),
      besideTexts: Math.min(...agreements.map(({ besideTexts }) => besideTexts)),
    };
    console.log(
      `Templates agree by at least ${worst.withTexts.toFixed(1)} dB, beside texts ${worst.besideTexts.toFixed(1)} dB`,
    );
    assert.deepEqual(faulty, []);
    assert.deepEqual(faults, []);
  });

  /** The agreement of two pictures, as peak signal-to-noise ratio in dB: as a whole, and away from texts. */
  type Agreement = { withTexts: number; besideTexts: number };

  /** A canvas of the page, and px of it for one of the design. */
  type Seen = { png: Buffer; zoom: number };

  /**
   * In the page: the canvas once all of its files are loaded. A change is drawn in the next frame, which may need more
   * files.
   */
  const whenDrawn = `(async () => {
  const canvas = document.querySelector('[role=group][aria-label^="Canvas."] canvas');
  for (let still = 0; still < 2; still++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (canvas.parentElement.ariaBusy !== 'false') still = -1;
  }
  return { url: canvas.toDataURL(), stageWidth: parseFloat(canvas.parentElement.style.width) };
})()`;
  const drawnStage = z.object({ url: z.string(), stageWidth: z.number() });

  /** Applies a template to the canvas and returns its picture. */
  async function shown(page: Page, { name, design }: { name: string; design: Design }): Promise<Seen> {
    // Pressed by script: the list has all of them, and each one is scrolled to otherwise.
    await page.getByRole('button', { name, exact: true }).dispatchEvent('click');
    const { url, stageWidth } = drawnStage.parse(await page.evaluate(whenDrawn));
    // The next template finds the empty canvas again, and so keeps its own size.
    await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click');
    return { png: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), zoom: stageWidth / design.width };
  }

  /** The files that the page has loaded, so that the server need not draw each built-in picture again. */
  const loaded = new Map<string, Promise<Buffer>>();
  const files: DesignFiles = {
    typefaces,
    fallbackFonts: [],
    openFont: (name) => readFile(fontPath(name) ?? name),
    openPicture: (source) => loaded.get(new URL(source, product.url).href) ?? Promise.resolve(null),
    iconDrawing: (sign) => iconDrawing(sign, sign.colour),
    emojiSvg: emojiDrawing,
  };

  /** Compares the picture on the screen with the server's drawing at the zoom of the screen, so that both align. */
  async function compared(design: Design, { png, zoom }: Seen): Promise<Agreement> {
    const { data: seen, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { means, missing } = await openDesignFiles(design, files);
    assert.deepEqual(missing, []);
    const surface = newDesignSurface(info);
    drawDesign(surface.context, design, { scale: zoom, means });
    const drawn = await sharp(surface.canvas.data(), { raw: { width: info.width, height: info.height, channels: 4 } })
      .raw()
      .toBuffer();
    const texts = design.layers.flatMap((layer) => (layer.kind === 'text' ? [inPixels(boundsOf(layer), zoom)] : []));
    return agreement({ seen, drawn, width: info.width, texts });
  }

  /** Outlines and shadows extend beyond a text's box by this much, px of the design. */
  const margin = 24;
  const inPixels = ({ x, y, width, height }: Box, zoom: number): Box => ({
    x: (x - margin) * zoom,
    y: (y - margin) * zoom,
    width: (width + 2 * margin) * zoom,
    height: (height + 2 * margin) * zoom,
  });

  type Both = { seen: Buffer; drawn: Buffer; width: number; texts: readonly Box[] };

  function agreement({ seen, drawn, width, texts }: Both): Agreement {
    assert.equal(seen.length, drawn.length);
    const [all, beside] = [
      { squares: 0, pixels: 0 },
      { squares: 0, pixels: 0 },
    ];
    for (let y = 0; y * width * 4 < seen.length; y++) {
      const inRow = texts.filter((box) => y > box.y && y < box.y + box.height);
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 4;
        let squares = 0;
        for (let channel = at; channel < at + 3; channel++)
          squares += ((seen[channel] ?? 0) - (drawn[channel] ?? 0)) ** 2;
        all.squares += squares;
        all.pixels++;
        if (inRow.some((box) => x > box.x && x < box.x + box.width)) continue;
        beside.squares += squares;
        beside.pixels++;
      }
    }
    return { withTexts: decibels(all), besideTexts: decibels(beside) };
  }

  const decibels = ({ squares, pixels }: { squares: number; pixels: number }): number =>
    squares === 0 ? Infinity : 10 * Math.log10((255 ** 2 * pixels * 3) / squares);
});
