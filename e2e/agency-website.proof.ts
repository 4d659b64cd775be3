/** The website of the upgrades on a real WordPress: from the download to the pages that visitors see. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startRealWordpress, type RealWordpress } from '../tools/real-wordpress.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { axeProblems } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

const php = fileURLToPath(new URL('../tools/real-wordpress-website.php', import.meta.url));

/** Each page by its address, with its heading and a text on it. */
const pages = [
  ['/', 'Your customers are looking. Let them find something worth stopping for.', 'First posts within 25 days'],
  ['/services/', 'Services and prices', 'Three packages, made for three situations'],
  ['/case-studies/', 'Case studies', 'A garage with its diary full in February'],
  ['/case-studies/bakery/', 'A bakery that is sold out by ten', 'What came of it'],
  ['/about/', 'About us', 'Who you will talk to'],
  ['/blog/', 'Blog', 'How to answer a bad review'],
  ['/answer-a-bad-review/', 'How to answer a bad review', 'Wait an hour, not a week'],
  ['/contact/', 'Contact', 'Write to us in two minutes'],
  ['/category/uncategorized/', 'Category: Uncategorized', 'How to answer a bad review'],
  ['/?s=review', 'Search results for: “review”', 'How to answer a bad review'],
  ['/privacy/', 'Privacy', 'Your rights'],
] as const;

async function download(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
  const file = await waiting;
  const path = `${await file.path()}-${file.suggestedFilename()}`;
  await file.saveAs(path);
  return path;
}

/** Blocks that the editor of WordPress would call invalid, in pages, posts and patterns of the theme. */
async function brokenBlocks(page: Page, { url, username, password }: RealWordpress): Promise<unknown> {
  await page.goto(`${url}/wp-login.php`);
  // Its script takes the focus a moment after the page appears; text typed before that would go to the wrong field.
  await page.locator('#user_login:focus').waitFor();
  await page.locator('#user_login').fill(username);
  await page.locator('#user_pass').fill(password);
  await page.locator('#wp-submit').click();
  await page.waitForURL('**/wp-admin/**');
  await page.goto(`${url}/wp-admin/post-new.php?post_type=page`);
  await page.waitForFunction('window.wp?.blocks?.getBlockTypes().length > 50');
  return page.evaluate(`(async () => {
    const read = (path) => wp.apiFetch({ path });
    const pages = await read('/wp/v2/pages?context=edit&per_page=50');
    const written = [...pages, ...(await read('/wp/v2/posts?context=edit'))];
    const known = await read('/wp/v2/block-patterns/patterns');
    const patterns = known.filter(({ name }) => name.startsWith('high-street-agency/'));
    const texts = [
      ...written.map(({ slug, content }) => [slug, content.raw]),
      ...patterns.map(({ name, content }) => [name, content]),
    ];
    const all = (blocks) => blocks.flatMap((block) => [block, ...all(block.innerBlocks)]);
    const broken = texts.flatMap(([name, text]) =>
      all(wp.blocks.parse(text)).filter(({ isValid }) => !isValid).map((block) => name + ': ' + block.originalContent));
    return { texts: texts.length, broken };
  })()`);
}

test('A real WordPress shows the theme and the pages that the owner downloads', async ({ host }) => {
  const owner = await product.open();
  await enter(owner.page, '/upgrades?panel=agency-website');
  const theme = await download(owner.page, 'Site file 1: the theme');
  const content = await download(owner.page, 'Site file 2: pages, posts and menu');
  assert.deepEqual(owner.faults, []);
  await owner.context.close();

  const real = await startRealWordpress();
  if ('skipped' in real) return test.skip(true, real.skipped);
  host.atEnd(() => real.stop());
  const installed = await real.runPhp(php, ['install', theme]);
  assert.equal(installed, 'INSTALLED High Street Agency');
  for (const outcome of ['IMPORTED 14, skipped 0', 'IMPORTED 0, skipped 14']) {
    const imported = await real.runPhp(php, ['import', content]);
    assert.equal(imported, outcome);
  }

  const visitor = await product.browser.newContext({ baseURL: real.url, viewport: { width: 390, height: 800 } });
  const page = await visitor.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(real.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  const problems: string[] = [];
  for (const [path, heading, words] of pages) {
    const answer = await page.goto(path);
    assert.equal(answer?.status(), 200, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText([heading]);
    await page.getByRole('main').getByRole('heading', { name: words }).first().waitFor();
    await expect.poll(() => page.content(), { message: path }).not.toMatch(/agency-website\.example|\{\{/);
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    problems.push(...(width > 390 ? [`${path}: ${width} px wide`] : []), ...(await axeProblems(page)));
  }
  assert.deepEqual(problems, []);

  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Case studies', exact: true }).click();
  await page.waitForURL('**/case-studies/');
  await page.getByRole('link', { name: 'A dental practice people are not afraid of', exact: true }).click();
  await page.waitForURL('**/case-studies/dental-practice/');
  await page.goto('/contact/');
  const mail = new URL(
    (await page.getByRole('link', { name: 'Write the mail', exact: true }).getAttribute('href')) ?? '',
  );
  assert.deepEqual([mail.protocol, mail.pathname], ['mailto:', 'hello@example.com']);
  assert.equal(mail.searchParams.get('body')?.match(/:\r\n/g)?.length, 4, 'a line for each question');
  assert.deepEqual(elsewhere, []);
  const pictures = await page.goto('/wp-content/themes/high-street-agency/assets/bakery.jpg');
  assert.equal(pictures?.headers()['content-type'], 'image/jpeg');

  const blocks = await brokenBlocks(page, real);
  assert.deepEqual(blocks, { texts: 30, broken: [] });
  const complaints = await real.complaints();
  assert.deepEqual(complaints, []);
  await visitor.close();
});
