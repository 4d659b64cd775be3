import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';

/** The box of an element once it has stopped moving: the same in two looks, one pause of `eventually` apart. */
export async function boxAtRest(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before = await element.boundingBox();
  return eventually('the element is at rest', async () => {
    const now = await element.boundingBox();
    const rests = now !== null && now.y === before?.y && now.x === before.x;
    before = now;
    return rests ? now : null;
  });
}
