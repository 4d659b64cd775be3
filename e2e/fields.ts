import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';

/**
 * Chooses an option of a list that opens under its field, in the dialog `within` if it is given; the list's element is
 * at the end of the page. A dialog that takes the focus afterwards would close the list.
 */
export async function choose(
  page: Page,
  { field, option, within }: { field: string; option: string | RegExp; within?: Locator },
): Promise<void> {
  if (within) await takesFocus(within);
  await (within ?? page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Answers the 'Oops!' dialog after it has said exactly these words. */
export async function oops(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Oops!', exact: true });
  await dialog.getByText(words, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'OK', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Waits until an opening dialog has taken the focus, which it does by two timers, one after the other: text that is
 * typed before that would go to the element it focuses.
 */
export async function takesFocus(dialog: Locator): Promise<void> {
  await dialog.locator(':focus').waitFor();
  await dialog.page().evaluate('new Promise((done) => setTimeout(done))');
}

/** Waits until a page that was opened within the app has taken the focus, for the same reason. */
export const pageTakesFocus = (page: Page): Promise<void> => page.locator('#content:focus').waitFor();

/**
 * Waits until the first field with a message has the focus, which it gets two frames after its form was sent, for the
 * same reason.
 */
export const problemTakesFocus = (form: Locator | Page): Promise<void> =>
  form.locator('[aria-invalid="true"]:focus').waitFor();

/**
 * Types a clock time, 'HH:mm', into a dialog's field, once the dialog has taken the focus, and checks that the field
 * shows it.
 */
export async function typeTime(dialog: Locator, time: string): Promise<void> {
  const [hours = '', minutes = ''] = time.split(':');
  await takesFocus(dialog);
  await dialog.getByLabel('Hours').fill(hours);
  await dialog.getByLabel('Minutes').fill(minutes);
  const typed = `${await dialog.getByLabel('Hours').inputValue()}:${await dialog.getByLabel('Minutes').inputValue()}`;
  assert.equal(typed, time);
}
