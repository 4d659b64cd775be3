/** The image creator by keyboard and clipboard, and with unexpected documents and pastes. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { emptyDesign, mostLayers } from '#rules/design/design.ts';
import { newText } from '#rules/design/layers.ts';
import { callsOf, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const canvas = (page: Page) => page.getByRole('group', { name: /^Canvas\./ });
const layers = (page: Page) => page.getByRole('region', { name: 'Layers', exact: true });
const said = (page: Page, words: string) =>
  page.getByRole('status', { name: 'Last key', exact: true }).getByText(words, { exact: true });

/** The editor on a new image with a text. */
async function opened(page: Page): Promise<void> {
  await enter(page, '/image-creator');
  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await page.getByRole('button', { name: 'Add a heading', exact: true }).click();
  await page.getByRole('region', { name: 'Layer tools', exact: true }).waitFor();
}

/** Throws if a drawn picture keeps the canvas from being read. */
const readCanvas = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('canvas')].every((each) => each.toDataURL().length > 100)`);

test('A text is aligned, turned and resized by keys, which are announced and listed', async () => {
  const { page, faults } = await product.open();
  await opened(page);
  await canvas(page).focus();
  for (const { keys, words } of [
    { keys: 'Alt+a', words: 'Aligned at the left edge' },
    { keys: 'Alt+w', words: 'Aligned at the top' },
    { keys: 'Shift+ArrowRight', words: '10 from the left, 0 from the top' },
    { keys: 'r', words: 'Turned to 15°' },
    { keys: 'Alt+Shift+r', words: 'Turned to 14°' },
    { keys: 'Control+z', words: 'Undo' },
  ]) {
    await page.keyboard.press(keys);
    await said(page, words).waitFor();
  }
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page
    .getByRole('status', { name: 'Last key', exact: true })
    .getByText(/^340 wide/)
    .waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
  await help.getByText('Distribute across', { exact: true }).waitFor();
  await help.getByText('Alt Shift H', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
});

test('Layers are pasted into another image, and pasted HTML brings only its text', async () => {
  const { page, context, faults } = await product.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await opened(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Half price');
  await layers(page).getByRole('button', { name: 'Half price', exact: true }).waitFor();
  await canvas(page).focus();
  await page.keyboard.press('Control+c');
  const other = await context.newPage();
  await other.goto('/image-creator');
  await canvas(other).focus();
  await other.keyboard.press('Control+v');
  await layers(other).getByRole('button', { name: 'Half price', exact: true }).waitFor();

  const foreign = { kind: 'image', id: 'x', x: 0, y: 0, width: 99, height: 99, name: 'Foreign' };
  const sources = [
    'https://elsewhere.test/a.png',
    '//elsewhere.test/a.png',
    'data:image/png;base64,AA',
    'javascript:1',
  ];
  for (const { text, html } of [
    { text: 'Plain words', html: '<h1>Rich</h1><img src="https://elsewhere.test/a.png" onerror="document.title=1">' },
    {
      text: JSON.stringify({ kind: 'agencyreel-layers', layers: sources.map((source) => ({ ...foreign, source })) }),
      html: '',
    },
    { text: '<img src="https://elsewhere.test/b.png">', html: '' },
  ])
    await other.evaluate(
      `{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        clipboardData.setData('text/html', ${JSON.stringify(html)});
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }`,
    );
  for (const name of ['Plain words', '<img src='])
    await layers(other).getByRole('button', { name, exact: false }).first().waitFor();
  await expect
    .poll(async () => (await layers(other).locator('li > button:first-child').allTextContents()).toSorted())
    .toEqual(['<img src="https://elsewhere.test/b.png">', 'Half price', 'Plain words']);
  await expect.poll(() => readCanvas(other)).toBe(true);
  assert.deepEqual(faults, []);
});

test('A saved image of 8 MB with too many layers opens as far as possible and says so', async () => {
  const words = 'More words than anybody reads. '.repeat(160).slice(0, 4_960);
  const text = (at: number) => ({
    ...newText(`t${at}`, { text: `${at} ${words}`, size: 10 }),
    isHidden: at > 20,
  });
  const foreign = { ...text(0), id: 'f', kind: 'image', source: 'https://elsewhere.test/a.png' };
  const document = { ...emptyDesign, layers: [foreign, ...Array.from({ length: mostLayers }, (_, at) => text(at))] };
  const rest = 8_000_000 - JSON.stringify({ ...document, left: '' }).length;
  const data = JSON.stringify({ ...document, left: 'x'.repeat(rest) });
  assert.equal(data.length, 8_000_000);
  const { id } = await calls.ask('save-thumbnail', { name: 'Too much', data });
  const { page, faults } = await product.open();
  await enter(page, `/image-creator?id=${id}`);
  await page.getByText('2 of its layers cannot be read and are missing.').waitFor();
  const items = layers(page).getByRole('listitem');
  await items.nth(mostLayers - 2).waitFor();
  await expect(items).toHaveCount(mostLayers - 1);
  await expect.poll(() => readCanvas(page)).toBe(true);
  assert.deepEqual(faults, []);
});
