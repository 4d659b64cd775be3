import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aFullAgency, type FullAgency } from './full-agency.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound, twoLooks } from './soundness.ts';

let product: Product;
let clientId: string;
let streams: FullAgency['records']['streams'];
let schedules: FullAgency['records']['schedules'];

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({
    records: { clientId, streams, schedules },
  } = await aFullAgency(product));
});

test.describe('What opens on a page', () => {
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

  test.beforeAll(async () => {
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
});

test.describe('Where schedules stand', () => {
  /** Each schedule of the agency, and the state that its list and its page show. */
  let standings: readonly { id: string; says: RegExp }[];

  test.beforeAll(() => {
    standings = [
      { id: schedules.failed, says: /Ended\s*1 failed/ },
      { id: schedules.uncertain, says: /Ended\s*1 needs a look/ },
      { id: schedules.waiting, says: /Was due: Today, \d\d:\d\d[^]*Needs reconnecting/ },
      { id: schedules.toCome, says: /(Tomorrow|Today), \d\d:\d\d/ },
    ];
  });

  test('Failed and blocked schedules say what is wrong, in the list and on their pages', async () => {
    const { page, faults } = await product.open();
    await enter(page, '/schedule-content');
    for (const { id, says } of standings) {
      const row = page.getByRole('row').filter({ has: page.locator(`a[href="/schedule-detail/${id}"]`) });
      await row.first().waitFor();
      await expect(row.first()).toHaveText(says, { useInnerText: true });
    }
    await expectSound(page, { looks: everyLook, name: 'schedules-standing' });
    for (const { id, says } of standings) {
      await page.goto(`/schedule-detail/${id}`);
      const next = page.getByRole('definition').filter({ hasText: says });
      await next.first().waitFor();
      if (id === schedules.waiting) await expectSound(page, { looks: everyLook.slice(1, 3), name: 'schedule-blocked' });
      if (id === schedules.failed) await expectSound(page, { looks: everyLook.slice(1, 3), name: 'schedule-failed' });
    }
    assert.deepEqual(faults, []);
  });

  test('A schedule that waits for an account links to it', async () => {
    const { page, faults } = await product.open();
    await enter(page, `/schedule-detail/${schedules.waiting}`);
    await page.getByRole('link', { name: /see to the accounts of Harbor Coffee/ }).click();
    await page.waitForURL('**/edit-client/*');
    assert.ok(!page.url().endsWith(`/${clientId}?tab=accounts`));
    await page.getByText('Needs reconnecting').waitFor();
    assert.deepEqual(faults, []);
  });
});
