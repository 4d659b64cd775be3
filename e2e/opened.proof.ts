import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aFullAgency, type FullAgency } from './full-agency.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let clientId: string;
let streams: FullAgency['records']['streams'];
let schedules: FullAgency['records']['schedules'];

/** Completes the wizard up to its last step. */
async function toLastStep(page: Page): Promise<void> {
  const wizard = page.getByRole('form', { name: 'Schedule Content' });
  for (const [role, name] of [
    ['radio', 'Sunrise Bakery'],
    ['radio', 'Fresh from the oven'],
    ['checkbox', 'Telegram'],
  ] as const) {
    await wizard.getByRole(role, { name }).check();
    await wizard.getByRole('button', { name: 'Next' }).click();
  }
  await wizard.getByLabel('Hours').waitFor();
}

/** Everything that opens on a page: its address, its name, and how to open it. */
type Opening = { path: string; name: string; open: (page: Page) => Promise<void> };
let openings: readonly Opening[];

let page: Page;
let faults: string[];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({
    records: { clientId, streams, schedules },
  } = await aFullAgency(product));
  openings = [
    {
      path: '/dashboard',
      name: 'palette',
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      path: '/dashboard',
      name: 'user-menu',
      open: (page) => page.getByRole('button', { name: 'your account' }).click(),
    },
    {
      path: '/clients',
      name: 'delete-question',
      open: (page) => page.getByRole('button', { name: 'Delete Sunrise Bakery' }).click(),
    },
    {
      path: `/edit-client/${clientId}?tab=accounts`,
      name: 'connect-telegram',
      open: (page) => page.getByRole('button', { name: 'Connect Telegram' }).click(),
    },
    {
      path: `/edit-client/${clientId}?tab=accounts`,
      name: 'connect-wordpress',
      open: (page) => page.getByRole('button', { name: 'Connect WordPress' }).click(),
    },
    {
      path: `/edit-client/${clientId}?tab=accounts`,
      name: 'make-link',
      open: (page) => page.getByRole('button', { name: 'Make a link' }).click(),
    },
    {
      path: `/edit-stream/${streams.image}`,
      name: 'file-details',
      open: (page) => page.getByRole('button', { name: 'Edit Morning loaf' }).click(),
    },
    {
      path: `/edit-stream/${streams.formatted}`,
      name: 'formatted-details',
      open: async (page) => {
        await page.getByRole('button', { name: 'Edit A day at the bakery' }).click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).waitFor();
      },
    },
    {
      path: '/schedule-content',
      name: 'reschedule',
      open: (page) => page.getByRole('button', { name: 'Reschedule my Post: Fresh from the oven' }).click(),
    },
    {
      path: `/schedule-detail/${schedules.posted}`,
      name: 'social-accounts',
      open: (page) => page.getByRole('button', { name: 'View 2 accounts: Good morning' }).click(),
    },
    {
      path: `/schedule-detail/${schedules.uncertain}`,
      name: 'decide',
      open: async (page) => {
        await page.getByRole('button', { name: /^Decide/ }).click();
        await page.getByRole('button', { name: 'It is there' }).click();
      },
    },
    // By their addresses: a view that is turned to is pale until its posts are there.
    ...(['month', 'day', 'list'] as const).map((view) => ({
      path: `/scheduler?view=${view}`,
      name: view,
      open: (page: Page) =>
        page
          .getByRole('button', { name: /Good morning/ })
          .first()
          .waitFor(),
    })),
    // The last one, because leaving it opens a question.
    { path: '/scheduler?new', name: 'last-step', open: toLastStep },
  ];
  ({ page, faults } = await product.open());
  await enter(page, '/dashboard');
});

test('Every menu, dialog and view that opens on a page is sound', async () => {
  for (const { path, name, open } of openings) {
    await page.goto(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('main').getByText('Loading…').first().waitFor({ state: 'hidden' });
    await open(page);
    await expectSound(page, { looks: twoLooks, name: `opened-${name}` });
    expect(faults, `${name} of ${path}`).toEqual([]);
  }
});

test('The navigation of a phone is sound', async () => {
  const phone = await product.open({ width: 390 });
  await enter(phone.page, '/dashboard');
  await phone.page.getByRole('button', { name: 'Open the navigation' }).click();
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Scheduler' }).waitFor();
  await expectSound(phone.page, { looks: [{ width: 390, scheme: 'light' }], name: 'opened-drawer' });
  expect(phone.faults).toEqual([]);
});
