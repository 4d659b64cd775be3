/** The steps of the main job, each as a person does it on the screens. */

import type { Page } from '@playwright/test';
import { pageTakesFocus, takesFocus } from './fields.ts';

/** Credentials a person types to connect a WordPress site. */
export type WordpressLogin = { url: string; username: string; password: string };

/** Seeds of the sandbox. Source: sandbox/README.md, "Keys to type in". */
export const telegram = { chatId: '@sunrise_bakery', botToken: '7100000001:AAsunriseBakerySandboxKey0000000001' };
/** The integration token that the sandbox's Medium accepts. */
export const mediumToken = '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09';

/** Adds a client and goes on to connecting its accounts. */
export async function addClient(page: Page, client: { name: string; email: string }): Promise<void> {
  await page.goto('/clients');
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().click();
  await page.getByLabel('Earning').waitFor();
  await pageTakesFocus(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(client.name);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(client.email);
  await page.getByLabel(/^Password/).fill('Client&Pass1!');
  await page.getByLabel('Earning').fill('250');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Client Created Successfully', exact: true });
  await dialog.getByText('Do you want to connect social accounts now ?').waitFor();
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/edit-client/*');
}

async function connect(page: Page, network: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: `Connect ${network}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Connect ${network}`, exact: true });
  await takesFocus(dialog);
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(value);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('table', { name: 'Connected accounts', exact: true })
    .getByText(network, { exact: true })
    .waitFor();
}

/** Connects Telegram, WordPress and Medium on the page of a client. */
export async function connectAccounts(page: Page, wordpress: WordpressLogin): Promise<void> {
  await connect(page, 'Telegram', { 'Chat id': telegram.chatId, 'Bot token': telegram.botToken });
  await connect(page, 'WordPress', { URL: wordpress.url, Username: wordpress.username, Password: wordpress.password });
  await connect(page, 'Medium', { 'Access token': mediumToken });
}

async function createStream(page: Page, stream: { title: string; type: string; description: string }): Promise<void> {
  await page.goto('/create-stream');
  await page.getByLabel('Title').first().fill(stream.title);
  await page
    .getByRole('combobox', { name: 'Type', exact: true })
    .or(page.getByRole('textbox', { name: 'Type', exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: stream.type, exact: true }).click();
  await page.getByLabel('Description').first().fill(stream.description);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Stream Created Successfully', exact: true });
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: stream.title }).waitFor();
  // The address changes a moment before the page does, and the page before also has a drop area for files.
  await page.getByRole('heading', { name: 'In this stream', exact: true }).waitFor();
}

/** Builds a stream of pictures and names each by its position. */
export async function buildImageStream(
  page: Page,
  stream: { title: string; files: readonly string[]; titles: readonly string[] },
): Promise<void> {
  await createStream(page, { title: stream.title, type: 'Image', description: 'Pictures of the week' });
  for (const [index, file] of stream.files.entries()) {
    await page.getByLabel(/^Choose/).setInputFiles(file);
    await page.getByText('Uploaded Successfully').nth(index).waitFor();
  }
  const rows = page.getByRole('table', { name: /Content of this stream/ }).getByRole('row');
  for (const [index, title] of stream.titles.entries()) {
    await rows
      .nth(index + 1)
      .getByRole('button', { name: /^Edit/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'File Details', exact: true });
    await takesFocus(dialog);
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Description').fill(`Words about ${title}`);
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await rows
      .nth(index + 1)
      .getByText(title, { exact: true })
      .waitFor();
  }
}

/** Builds a stream of formatted texts, the second line of each in bold. */
export async function buildFormattedStream(
  page: Page,
  stream: { title: string; titles: readonly string[] },
): Promise<void> {
  await createStream(page, { title: stream.title, type: 'Formatted Text', description: 'Stories of the month' });
  for (const [index, title] of stream.titles.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add another text', exact: true }).click();
    const text = page.getByRole('region', { name: `Text ${index + 1}`, exact: true });
    await text.getByLabel('Title').fill(title);
    await text.getByRole('textbox', { name: 'Text', exact: true }).click();
    await page.keyboard.type(`The story of ${title}.`);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Told in bold.');
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/streams');
}

/** Completes the wizard: hourly from the next noon on, in the page's own timezone. */
export async function schedule(
  page: Page,
  choice: { client: string; stream: string; accounts: readonly string[] },
): Promise<void> {
  await page.goto('/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  const next = wizard.getByRole('button', { name: 'Next', exact: true });
  await wizard.getByRole('radio', { name: choice.client }).check();
  await next.click();
  await wizard.getByRole('radio', { name: choice.stream }).check();
  await next.click();
  for (const account of choice.accounts) await wizard.getByRole('checkbox', { name: account }).check();
  await next.click();
  await wizard
    .getByRole('combobox', { name: 'Frequency', exact: true })
    .or(wizard.getByRole('textbox', { name: 'Frequency', exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: /hour/i }).click();
  await wizard.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL('**/schedule-content');
  await page.getByRole('row').filter({ hasText: choice.stream }).waitFor();
}
