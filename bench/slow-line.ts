import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startBrowser } from '../tools/browser.ts';
import { fillAgency, openRig } from './rig.ts';
import { signedInPage } from './signed-in-page.ts';
import { atMost, bytes, ms, reported, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));
/** Bytes per second, in both directions, and ms until a response begins. */
const line = { bytesPerSecond: 50_000, latencyMs: 600 };
const bounds = { shellMs: 3_000, clientMs: 7_000 };

/**
 * The first visit to the list of clients on a slow connection, by a signed-in person without any cached files: when the
 * bar with the brand's name is drawn, and when the first client is.
 */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  await fillAgency(rig.db, { agencyId: rig.owner.agencyId, schedules: 21, from: '2031-03-01' });
  const browser = await startBrowser();
  try {
    const { page } = await signedInPage(browser, rig);
    await slowDown(page);
    const began = performance.now();
    let received = 0;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength;
    });
    await page.goto('/clients', { waitUntil: 'commit' });
    await page.getByRole('banner').first().waitFor();
    const shell = performance.now() - began;
    await page
      .getByRole('heading', { name: /^Client \d+$/ })
      .first()
      .waitFor();
    const client = performance.now() - began;
    return [
      atMost('the shell is drawn', shell, bounds.shellMs, ms),
      atMost('the first client is drawn', client, bounds.clientMs, ms),
      reported('received until then', bytes(received)),
    ];
  } finally {
    await browser.close();
    await rig.stop();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  });
}
