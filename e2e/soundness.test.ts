/** The checks of a page find a fault that is in one of its looks only. */
import assert from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { everyLook, pageProblems } from './soundness.ts';

type Content = { style?: string; changes?: string };

/** A page that declares its colours like the app, and runs `changes` when they change. */
async function aPage(browser: Browser, { style = '', changes = '' }: Content): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="en"><head><title>A page</title>
    <style>${style} html { background: white; color: black; }</style></head>
    <body><main><h1>A page</h1><p>It has a text.</p><img hidden src="data:," id="picture"></main>
    <script>
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const wear = () => {
        document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
        ${changes}
      };
      dark.addEventListener('change', wear);
      wear();
    </script></body></html>`);
  return page;
}

async function found(browser: Browser, content: Content): Promise<string[]> {
  const problems = await pageProblems(await aPage(browser, content), { looks: everyLook, name: 'a-page' });
  return problems.map((problem) => problem.split(':', 2).join(':').replace('axe ', ''));
}

for (const [what, content, rule] of [
  ['Pale text', { style: '@media (prefers-color-scheme: dark) { p { color: #ddd } }' }, 'color-contrast'],
  ['A picture without words', { changes: 'picture.hidden = !dark.matches;' }, 'image-alt'],
  [
    'A picture without words that only the style shows',
    {
      style: `#picture { display: block; width: 9px; height: 9px; visibility: hidden; }
        @media (prefers-color-scheme: dark) { #picture { visibility: visible } }`,
    },
    'image-alt',
  ],
] as const)
  test(`${what} in the dark alone is found`, async ({ browser }) => {
    const faults = await found(browser, content);
    assert.deepEqual(faults, [`at 390 dark: ${rule}`, `at 1280 dark: ${rule}`]);
  });

test('A sound page has no faults', async ({ browser }) => {
  const faults = await found(browser, {});
  assert.deepEqual(faults, []);
});
