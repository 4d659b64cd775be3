import type { Page } from '@playwright/test';
import { z } from 'zod';
import { owner } from './product.ts';

type Person = { email: string; password: string };

const answer = z.object({ data: z.object({ token: z.string(), user: z.unknown() }) });

/** Signs in through the log-in page and waits for the dashboard; as the product's owner unless told otherwise. */
export async function signIn(page: Page, person: Person = owner): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
}

/**
 * Opens an address in a browser that has kept a session of its own from an earlier visit; the product's owner's unless
 * told otherwise. Two loads of the app fewer than `signIn`, whose screen has tests of its own.
 */
export async function enter(page: Page, address: string, person: Person = owner): Promise<void> {
  const response = await page.request.post('/api/login', { data: person });
  const { data: session } = answer.parse(await response.json());
  const text = JSON.stringify(JSON.stringify(session));
  const keeping = await page.addInitScript({ content: `if (self === top) localStorage.setItem('session', ${text});` });
  await page.goto(address);
  await keeping.dispose();
}
