import type { Page } from '@playwright/test';
import type { Name } from '#contract/index.ts';

/**
 * Holds back the requests that a page sends for a call, including its own polling, and returns the function that
 * releases them.
 */
export async function hold(page: Page, call: Name): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/${call}`, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
