/**
 * `npm run catalog:pictures`: takes the help's pictures from the running product, with the clock and the agency of the
 * video tour, to which it adds a second client, a team member and library files. With names it takes only those
 * pictures. Crops contain no header and no brand.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { startBrowser } from '../browser.ts';
import { owner, startTourProduct, timezone } from '../make-tour/product.ts';
import { addToAgency } from './agency.ts';
import { hashOf, pictures, picturesDir, type Picture } from './screens.ts';

const size = { width: 960, height: 540 };
const window = { width: 1120, height: 1200 };
const takenFile = join(picturesDir, 'taken.json');

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !pictures.some((picture) => picture.name === name));
if (unknown.length > 0) throw new Error(`catalog/help/pictures.json has no ${unknown.join(', ')}`);
await takeAll(pictures.filter(({ name }) => asked.length === 0 || asked.includes(name)));

async function takeAll(chosen: readonly Picture[]): Promise<void> {
  mkdirSync(picturesDir, { recursive: true });
  const product = await startTourProduct();
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: window,
      timezoneId: timezone,
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(product.now());
    await addToAgency(product);
    await signIn(page);
    await product.dateRows();
    for (const picture of chosen) {
      await take(page, picture);
      note(picture);
      console.log(picture.name);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
}

async function take(page: Page, { name, path, press, fill, look }: Picture): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  for (const { role, name: label } of press) {
    await page.getByRole(role, { name: label }).first().click();
    await page.waitForLoadState('networkidle');
  }
  if (fill !== undefined) await page.getByLabel(fill.label).fill(fill.text);
  const target =
    look === undefined ? page.locator('main > div').nth(1) : page.getByRole(look.role, { name: look.name }).first();
  await target.waitFor();
  await page.locator('[data-loading]:visible').first().waitFor({ state: 'detached' });
  if (look?.role === 'region') await target.scrollIntoViewIfNeeded();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const shot = await page.screenshot({
    clip: await cropOf(target, { around: look === undefined ? 0 : 8 }),
    animations: 'disabled',
    caret: 'hide',
  });
  await sharp(shot)
    .resize({ ...size, fit: 'cover', position: 'top' })
    .webp({ quality: 82 })
    .toFile(join(picturesDir, `${name}.webp`));
}

/**
 * The part of the window to show: as wide as the target, at least 640 px, in the picture's proportions, with a few px
 * above it.
 */
async function cropOf(
  target: Locator,
  { around }: { around: number },
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('what the picture is to show is not on the page');
  const width = Math.min(
    window.width,
    Math.max(box.width + 32, 640, Math.min(box.height, 640) * (size.width / size.height)),
  );
  const height = (width * size.height) / size.width;
  const x = Math.min(window.width - width, Math.max(0, box.x + box.width / 2 - width / 2));
  const y = Math.min(window.height - height, Math.max(0, box.y - around));
  return { x, y, width, height };
}

/** Records the words that are on the screen now. */
function note(picture: Picture): void {
  const before = existsSync(takenFile)
    ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(takenFile, 'utf8')))
    : {};
  const names = new Set(pictures.map(({ name }) => name));
  const all = Object.entries({ ...before, [picture.name]: hashOf(picture) }).filter(([name]) => names.has(name));
  writeFileSync(
    takenFile,
    `${JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  );
}
