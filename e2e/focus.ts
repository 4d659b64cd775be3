/** Waiting for the focus, and reaching an element by Tab. */

import type { Locator, Page } from '@playwright/test';

/** Waits until an element has the focus. */
export const hasFocus = (element: Locator, page: Page): Promise<void> => element.and(page.locator(':focus')).waitFor();
/** Whether something within an element has the focus. */
export const holdsFocus = async (element: Locator): Promise<boolean> => (await element.locator(':focus').count()) > 0;

/** Presses Tab until an element has the focus, unless it already has; throws after `most` presses. */
export async function tabTo(page: Page, element: Locator, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if ((await element.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element.toString()}`);
}
