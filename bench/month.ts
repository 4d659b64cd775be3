import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { instantToLocal } from '#rules/planning.ts';
import { startBrowser } from '../tools/browser.ts';
import { fillAgency, openRig } from './rig.ts';
import { signedInPage } from './signed-in-page.ts';
import { atMost, ms, type Figure } from './table.ts';

/** The days of a month that `fillAgency` plans posts for. */
const busyDays = 10;
const siteDir = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Runs in the page, so that no polling from outside blurs the figures: `longestTask` in milliseconds, and
 * `openedAfter`, from a press to the frame in which at least `least` busy days or hours show the button for their
 * further posts (it matches `rest`). A view starts with the data that the previous view has read.
 */
const watch = `
  Object.assign(window, { longestTask: 0, pressedAt: 0, openedAfter: 0, rest: '', least: 1 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask' });
  addEventListener('pointerdown', (event) => { pressedAt = event.timeStamp; longestTask = 0; openedAfter = 0; }, true);
  new MutationObserver(() => {
    if (pressedAt === 0 || openedAfter !== 0) return;
    const buttons = [...document.querySelectorAll(rest)];
    if (buttons.filter((button) => button.textContent.startsWith('Show more')).length < least) return;
    openedAfter = -1;
    requestAnimationFrame(() => { openedAfter = performance.now() - pressedAt; });
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/** What a view of the calendar shows once it is complete. */
type Whole = { rest: string; least: number };

/** ms from a press until the whole view is drawn, and the longest task meanwhile. */
async function pressed(page: Page, what: Locator, whole: Whole): Promise<{ opened: number; longest: number }> {
  await page.evaluate(`Object.assign(window, ${JSON.stringify(whole)})`);
  await what.click();
  let opened = 0;
  while (opened <= 0) {
    await sleep(100);
    opened = Number(await page.evaluate('openedAfter'));
  }
  return { opened, longest: Number(await page.evaluate('longestTask')) };
}

/**
 * Opens the calendar in a real browser at its week, and then its month of 10,000 occurrences: time to the last day
 * drawn, and the longest task meanwhile.
 */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  // The page's time zone is Berlin, whatever the machine's zone.
  const from = `${instantToLocal(new Date(), 'Europe/Berlin').slice(0, 7)}-01`;
  await fillAgency(rig.db, { agencyId: rig.owner.agencyId, schedules: 1000, from });
  const browser = await startBrowser();
  try {
    const { page, faults } = await signedInPage(browser, rig);
    await page.addInitScript({ content: watch });
    await page.goto('/dashboard');
    await page.getByRole('navigation').first().waitFor();
    const week = await pressed(page, page.getByRole('link', { name: 'Scheduler', exact: true }), {
      rest: 'td button:not([aria-label])',
      least: 1,
    });
    const month = await pressed(page, page.getByText('Month', { exact: true }), {
      rest: 'td button[aria-label]',
      least: busyDays,
    });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return [
      atMost('week view, opened from the dashboard', week.opened, 500, ms),
      atMost('longest task on the way', week.longest, 50, ms),
      atMost('month view of 10,000 occurrences, opened from the week', month.opened, 500, ms),
      atMost('longest task on the way', month.longest, 50, ms),
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}
