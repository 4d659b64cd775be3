import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { instantToLocal } from '#rules/planning.ts';
import { openPage, startBrowser } from '../tools/browser.ts';
import { fillAgency, openRig } from './rig.ts';
import { atMost, ms, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Runs in the page, so that no polling from outside blurs the figures: `longestTask` in milliseconds, and
 * `openedAfter`, from the press on the link to the frame in which the busiest days offer their rest.
 */
const watch = `
  Object.assign(window, { longestTask: 0, pressedAt: 0, openedAfter: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask' });
  addEventListener('pointerdown', (event) => { pressedAt = event.timeStamp; longestTask = 0; }, true);
  new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('button')];
    const isDrawn = buttons.some((button) => button.textContent.startsWith('Show more'));
    if (pressedAt === 0 || openedAfter > 0 || !isDrawn) return;
    openedAfter = -1;
    requestAnimationFrame(() => { openedAfter = performance.now() - pressedAt; });
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/**
 * Opens the calendar's month of 10,000 occurrences in a real browser: time to the last day drawn, and the longest task
 * on the way.
 */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  // The page lives in Berlin, whatever the machine's zone.
  const from = `${instantToLocal(new Date(), 'Europe/Berlin').slice(0, 7)}-01`;
  await fillAgency(rig.db, { agencyId: rig.owner.agencyId, schedules: 1000, from });
  const browser = await startBrowser();
  try {
    const { page, faults } = await openPage(browser, { url: rig.url });
    const answer = await fetch(`${rig.url}/api/fetch-user`, {
      method: 'POST',
      headers: { authorization: rig.owner.token },
    });
    const { data: user } = z.object({ data: z.unknown() }).parse(await answer.json());
    await page.addInitScript(
      (session) => {
        localStorage.setItem('session', session);
      },
      JSON.stringify({ token: rig.owner.token, user }),
    );
    await page.addInitScript({ content: watch });
    await page.goto('/dashboard');
    await page.getByRole('navigation').first().waitFor();
    await page.getByRole('link', { name: 'Scheduler', exact: true }).click();
    let opened = 0;
    while (opened <= 0) {
      await sleep(100);
      opened = Number(await page.evaluate('openedAfter'));
    }
    const longest = Number(await page.evaluate('longestTask'));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return [
      atMost('month view of 10,000 occurrences, opened from the dashboard', opened, 500, ms),
      atMost('longest task on the way', longest, 100, ms),
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}
