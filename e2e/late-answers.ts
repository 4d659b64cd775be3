import type { BrowserContext } from 'playwright-core';

/**
 * With `E2E_LATE_MS=<ms>`, each response of the server is delayed by a random time up to that many milliseconds, as on
 * a slow connection: scripts of a tab, lists and pictures arrive in a different order than on this machine.
 */
export async function lateAnswers(context: BrowserContext): Promise<void> {
  const atMostMs = Number(process.env['E2E_LATE_MS'] ?? 0);
  if (atMostMs === 0) return;
  await context.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * atMostMs));
    // The page, or the test, may have ended meanwhile.
    await route.continue().catch(() => undefined);
  });
}
