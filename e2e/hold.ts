import type { Page } from '@playwright/test';
import type { Name } from '#contract/index.ts';

/**
 * Holds back what a page sends by a call, and with it what the page would learn of others by looking again; answers the
 * way to release it.
 */
export async function hold(page: Page, call: Name): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/${call}`, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
