import type { Page } from 'playwright-core';
import { owner } from './product.ts';

/** Signs in through the log-in page and waits for the dashboard; as the product's owner unless told otherwise. */
export async function signIn(page: Page, person: { email: string; password: string } = owner): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
}
