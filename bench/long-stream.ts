import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { callsTo } from '#server/app/testing/calls.ts';
import { startBrowser } from '../tools/browser.ts';
import { openRig } from './rig.ts';
import { signedInPage } from './signed-in-page.ts';
import { atMost, ms, quantile, reported, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));
const items = 1000;

/**
 * Scrolls by so many px and waits until the frame that scrolls and the one that shows the rows have been drawn; returns
 * whether anything was left to scroll.
 */
const scroll = (px: number) => `new Promise((resolve) => {
  const before = scrollY;
  scrollBy(0, ${px});
  const moved = scrollY !== before;
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved))));
})`;

const metricsShape = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Seconds of the main thread's own time so far, which the browser counts by task. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = metricsShape.parse(await session.send('Performance.getMetrics'));
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** The cost of measuring itself on the main thread, ms: the same steps with nothing to scroll. */
async function workOfMeasuring(page: Page, session: CDPSession): Promise<number> {
  const work: number[] = [];
  for (let times = 0; times < 60; times += 1) {
    const before = await workOf(session);
    await page.evaluate(scroll(0));
    work.push((await workOf(session)) - before);
  }
  return quantile(work, 0.5) * 1000;
}

/** The main thread's work, ms, for each notch of a mouse wheel (120 px) through the whole page, down and up again. */
async function workByStep(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const measuring = await workOfMeasuring(page, session);
  const work: number[] = [];
  for (const px of [120, -120]) {
    let before = await workOf(session);
    while (await page.evaluate(scroll(px))) {
      const after = await workOf(session);
      work.push(Math.max(0, (after - before) * 1000 - measuring));
      before = after;
    }
  }
  return work;
}

/** Scrolls through a stream of 1,000 items in a real browser: the work of the main thread in each frame. */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  const browser = await startBrowser();
  try {
    const { ask } = callsTo(rig.url, rig.owner);
    const [stream] = await ask('content-stream', { type: 'text', title: 'Long', description: 'Long' });
    const id = stream?.id ?? '';
    for (let from = 0; from < items; from += 200) {
      const texts = Array.from({ length: 200 }, (_none, index) => ({
        title: `Tip ${from + index + 1}`,
        value: 'Bread keeps for longer in a linen bag than in paper, and longest with its cut side down.',
      }));
      await ask('text-stream', { content_stream_id: id, description: JSON.stringify(texts) });
    }
    const { page, faults } = await signedInPage(browser, rig);
    await page.goto(`/edit-stream/${id}`);
    await page.getByText('Tip 1', { exact: true }).waitFor();
    await page.getByText(/are loaded/).waitFor({ state: 'hidden' });
    await workByStep(page); // compiled and with every font loaded from here on
    const work = await workByStep(page);
    const rows = await page.getByRole('row').count();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return [
      atMost('main-thread work a notch of the wheel over 1,000 items, p95', quantile(work, 0.95), 8, ms),
      reported(
        'the same, p50 / most, and how many times',
        `${ms(quantile(work, 0.5))} / ${ms(Math.max(...work))}, ${work.length}`,
      ),
      atMost('rows in the page', rows, 60, String),
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}
