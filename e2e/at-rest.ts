import type { Locator } from '@playwright/test';
import { waitForValue } from './wait-for-value.ts';

/** The box of an element once it has stopped moving: two measurements in a row are equal. */
export async function boxAtRest(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before = await element.boundingBox();
  return waitForValue('the element is at rest', async () => {
    const now = await element.boundingBox();
    const rests = now !== null && now.y === before?.y && now.x === before.x;
    before = now;
    return rests ? now : null;
  });
}
