import { expect } from '@playwright/test';

/** What `look` finds, as soon as it finds something; fails with `what` if it finds nothing for `seconds` (60). */
export async function waitForValue<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  seconds = 60,
): Promise<T> {
  const found: T[] = [];
  const isFound = async (): Promise<boolean> => {
    const value = await look();
    if (value !== null && value !== undefined && value !== false) found.push(value);
    return found.length > 0;
  };
  await expect.poll(isFound, { message: what, timeout: seconds * 1000 }).toBe(true);
  const [first] = found;
  if (first === undefined) throw new Error(`nothing was found: ${what}`);
  return first;
}
