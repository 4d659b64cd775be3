/** What every page owes everybody: it fits its window, reads well to assistive technology and bears its name. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** The widths a page must fit into without scrolling sideways, px. */
const widths = [360, 390, 768, 1024, 1280, 2560];
const height = 900;

/** Where pictures of the screens go; none are taken without it. */
const picturesDir = process.env['SCREENS_DIR'];

const options = JSON.stringify({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // Nobody reads them: what is wrong is shown as it stands in the page.
  selectors: false,
});
const violations = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);

/** What axe finds wrong with the page as it stands, a line each; what an opened button covers is none of it. */
export async function axeProblems(page: Page): Promise<string[]> {
  // Handing axe over takes as long as letting it look.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const found = violations.parse(
    await page.evaluate(`axe.run(document, ${options}).then((result) => result.violations)`),
  );
  const isCovered = (await page.getByRole('button', { expanded: true }).count()) > 0;
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !(isCovered && /obscured/.test(failureSummary)))
      .map(({ html, failureSummary = '' }) => `axe ${id}: ${help}: ${html} ${failureSummary.replaceAll('\n', ' ')}`),
  );
}

/**
 * What the page needs and has of width, px, once it fits, at the latest after a second: what floats finds its place
 * some frames after the window has changed.
 */
const measure = `(async () => {
  const page = document.documentElement;
  const until = performance.now() + 1000;
  do {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  } while (page.scrollWidth > page.clientWidth && performance.now() < until);
  return [page.scrollWidth, page.clientWidth];
})()`;

/** The elements that stand out of the window, of those that nothing clips. */
const outstanding = `(() => {
  const clipped = (element) =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || clipped(element.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth && !clipped(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 200)).join(' | ');
})()`;

/**
 * A change of the colours is over in one frame: a browser without a graphics card takes a second or more to draw its
 * transitions, and what is blurred behind a dialog.
 */
const motionless = `*, *::before, *::after { transition: none !important; animation: none !important;
  ${picturesDir === undefined ? 'backdrop-filter: none !important;' : ''} }`;

/** How a page is looked at: the window's width and the system's colours. */
export type Look = { width: number; scheme: 'light' | 'dark' };

/** A phone and a desk, each in both colours. */
export const everyLook: readonly Look[] = [
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];

/** A phone in the dark and a desk in the light. */
export const twoLooks: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

/**
 * What is wrong with the page in any width, and to axe in each of the looks. A picture of each look is kept under
 * `name`.
 */
export async function pageProblems(
  page: Page,
  { looks, name }: { looks: readonly Look[]; name: string },
): Promise<string[]> {
  const problems: string[] = [];
  await page.addStyleTag({ content: motionless });
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    for (const { scheme } of looks.filter((look) => look.width === width)) {
      await wear(page, scheme);
      // What the bar covers of a page that is scrolled is no fault of the page.
      await page.evaluate('scrollTo(0, 0)');
      problems.push(...(await axeProblems(page)).map((problem) => `at ${width} ${scheme}: ${problem}`));
      await picture(page, `${name}-${width}-${scheme}`);
    }
    const [needed, there] = z.tuple([z.number(), z.number()]).parse(await page.evaluate(measure));
    if (needed > there) {
      const elements = String(await page.evaluate(outstanding));
      problems.push(`at ${width}: scrolls sideways, ${needed} of ${there} px: ${elements}`);
    }
  }
  return problems;
}

/** Changes the system's colours and waits until the page wears them. */
async function wear(page: Page, scheme: Look['scheme']): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate(`new Promise((done) => {
    const isWorn = () => document.documentElement.dataset.mantineColorScheme === '${scheme}';
    const look = () => (isWorn() ? requestAnimationFrame(done) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  })`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (picturesDir === undefined) return;
  mkdirSync(picturesDir, { recursive: true });
  await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage: true });
}
