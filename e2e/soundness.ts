/** The checks of every page: it fits its window, passes axe and has its title. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';

/** The widths a page must fit into without scrolling sideways, px. */
const widths = [360, 390, 768, 1024, 1280, 2560];
const height = 900;

/** The folder for pictures of the screens; without it none are taken. */
const picturesDir = process.env['SCREENS_DIR'];

/** The script of axe, for the page: minified, it is 0.65 MB in place of 1.5. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules of axe to check: all of those that WCAG 2.2 AA asks for, or of them those that read colours. */
const rules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block'],
} as const;

const optionsFor = (checked: keyof typeof rules): string =>
  JSON.stringify({
    runOnly: rules[checked],
    resultTypes: ['violations'],
    // Not needed: a fault is reported with its element.
    selectors: false,
  });
const violations = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
  }),
);

/** The faults that axe finds in the current page, without those of content that an open menu covers. */
export async function axeProblems(page: Page, checked: keyof typeof rules = 'all'): Promise<string[]> {
  // Loading axe into the page takes as long as running it.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const found = violations.parse(
    await page.evaluate(`axe.run(document, ${optionsFor(checked)}).then((result) => result.violations)`),
  );
  const isCovered = (await page.getByRole('button', { expanded: true }).count()) > 0;
  return found.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !(isCovered && /obscured/.test(failureSummary)))
      .map(({ html, failureSummary = '' }) => `axe ${id}: ${help}: ${html} ${failureSummary.replaceAll('\n', ' ')}`),
  );
}

/** Expects that axe finds no fault in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  const problems = await axeProblems(page);
  expect(problems).toEqual([]);
}

/**
 * The width that an element's content needs and the width that it has, px, as soon as it fits, at the latest after a
 * second: floating elements are placed some frames after a resize.
 */
const measure = (element: string): string => `(async () => {
  const element = ${element};
  const until = performance.now() + 1000;
  do {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  } while (element.scrollWidth > element.clientWidth && performance.now() < until);
  return [element.scrollWidth, element.clientWidth];
})()`;
const neededAndThere = z.tuple([z.number(), z.number()]);

/** How much further than its frame the table of the page goes, px. */
export async function beyondFrame(page: Page): Promise<number> {
  const [needed, there] = neededAndThere.parse(
    await page.evaluate(measure(`document.querySelector('table').parentElement`)),
  );
  return needed - there;
}

/** A text that changes when an element, its place or its visibility changes; colours have no effect on it. */
const formOfPage = `(() => {
  const parts = [...document.querySelectorAll('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height, element.checkVisibility({ opacityProperty: true, visibilityProperty: true })].join();
  });
  return document.body.outerHTML + parts.join(';');
})()`;

/** The elements that extend beyond the window and are not clipped. */
const outstanding = `(() => {
  const clipped = (element) =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || clipped(element.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth && !clipped(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 200)).join(' | ');
})()`;

/**
 * Makes a change of colours immediate: a browser without a graphics card takes a second or more to draw its transitions
 * and the blur behind a dialog.
 */
const motionless = `*, *::before, *::after { transition: none !important; animation: none !important;
  ${picturesDir === undefined ? 'backdrop-filter: none !important;' : ''} }`;

/** A look: the window's width and the system's colours. */
export type Look = { width: number; scheme: 'light' | 'dark' };

/** A phone and a desktop, each in both colours. */
export const everyLook: readonly Look[] = [
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];

/** A phone in the dark and a desktop in the light. */
export const twoLooks: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

/** What to check of a page; a picture of each look is stored under `name`. */
type Checked = { looks: readonly Look[]; name: string };

/**
 * Expects the page to have no fault; afterwards the window has its size again. The gate checks the first of the looks
 * only, in its width and in the narrowest; the proof checks all of them, in every width.
 */
export async function expectSound(page: Page, checked: Checked): Promise<void> {
  const size = page.viewportSize();
  const problems = await soundnessProblems(page, checked);
  expect(problems).toEqual([]);
  if (size !== null) await page.setViewportSize(size);
}

/** The faults that `expectSound` expects not to be there, for a test that collects those of many pages. */
export async function soundnessProblems(page: Page, { looks, name }: Checked): Promise<string[]> {
  if (test.info().project.name !== 'gate') return pageProblems(page, { looks, name });
  return pageProblems(page, { looks: looks.slice(0, 1), name, widths: widths.slice(0, 1) });
}

/** The faults of the page in these widths, which are all unless given, and by axe in each of the looks. */
export async function pageProblems(
  page: Page,
  { looks, name, widths: further = widths }: Checked & { widths?: readonly number[] },
): Promise<string[]> {
  const problems: string[] = [];
  await page.addStyleTag({ content: motionless });
  for (const width of new Set([...further, ...looks.map((look) => look.width)])) {
    await page.setViewportSize({ width, height });
    let form: unknown;
    for (const { scheme } of looks.filter((look) => look.width === width)) {
      await wear(page, scheme);
      // Content of a scrolled page that the bar covers is not a fault.
      await page.evaluate('scrollTo(0, 0)');
      const seen = await page.evaluate(formOfPage);
      // In the same form, the rules that do not read colours find what they found.
      const checked = seen === form ? 'colours' : 'all';
      form = seen;
      problems.push(...(await axeProblems(page, checked)).map((problem) => `at ${width} ${scheme}: ${problem}`));
      await picture(page, `${name}-${width}-${scheme}`);
    }
    const [needed, there] = neededAndThere.parse(await page.evaluate(measure('document.documentElement')));
    if (needed > there) {
      const elements = String(await page.evaluate(outstanding));
      problems.push(`at ${width}: scrolls sideways, ${needed} of ${there} px: ${elements}`);
    }
  }
  return problems;
}

/** Changes the system's colours and waits until the page has them. */
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
