/**
 * The acts of the tutorial, each done on the screens as a person would. The captions are those of texts.json, in the
 * same order.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sample } from '#server/app/sample/sample.ts';
import { recorded, type Recorder } from './recorder.ts';
import type { TourProduct } from './product.ts';

/** The context of an act; `dir` is for the files it uploads. */
export type Stagehand = {
  record: Recorder;
  product: TourProduct;
  dir: string;
  /** Sets the page's clock to the product's. */ setClock(): Promise<void>;
};

type Act = (hand: Stagehand) => Promise<void>;

function named<T extends { key: string }>(list: readonly T[], key: string): T {
  const found = list.find((each) => each.key === key);
  if (found === undefined) throw new Error(`the sample has no ${key} any more`);
  return found;
}

const client = named(sample.clients, 'sunrise');
const stream = named(sample.streams, 'bakes');
const telegram = client.accounts.find(({ network }) => network === 'telegram')?.fields ?? {};
const wordpress = client.accounts.find(({ network }) => network === 'wordpress')?.fields ?? {};

const addClient: Act = async ({ record }) => {
  const { page } = record;
  await page.goto('/clients');
  record.say();
  await record.look(null);
  await record.show(1.4);
  await record.press(page.getByRole('link', { name: 'Add Client' }).first());
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  record.say();
  await record.look(page.getByRole('textbox', { name: 'Name', exact: true }), { width: 720 });
  await record.type(page.getByRole('textbox', { name: 'Name', exact: true }), client.name);
  await record.type(page.getByRole('textbox', { name: 'Email', exact: true }), client.email);
  await record.type(page.getByLabel(/^Password/), 'Client&Pass1!', { secret: true });
  await record.type(page.getByLabel('Earning'), String(client.earningCents / 100));
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await record.press(create);
  const dialog = page.getByRole('dialog', { name: 'Client Created Successfully' });
  await record.look(dialog);
  await record.press(dialog.getByRole('button', { name: 'Continue' }));
  await page.waitForURL('**/edit-client/*');
};

const connectAccounts: Act = async ({ record, product }) => {
  const { page } = record;
  record.say();
  await page.getByRole('heading', { name: 'Connect Social Accounts' }).waitFor();
  const tiles = page.getByRole('region', { name: 'Connect Social Accounts' });
  await record.look(tiles);
  await record.press(page.getByRole('button', { name: 'Connect Telegram', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram' });
  await record.look(dialog);
  await record.type(dialog.getByLabel(/^Chat id/), telegram['chat_id'] ?? '');
  await record.type(dialog.getByLabel(/^Bot token/), telegram['bot_token'] ?? '', { secret: true });
  await record.press(dialog.getByRole('button', { name: 'Connect', exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  const table = page.getByRole('table', { name: 'Connected accounts' });
  await table.getByText('Telegram', { exact: true }).waitFor();
  await connectWordpress({ record, product });
  await product.dateRows();
  await page.reload();
  await table.getByText('WordPress', { exact: true }).waitFor();
  record.hidePointer();
  await record.look(table, { width: 720 });
  await record.show(2);
  record.say();
  const links = page.getByRole('region', { name: 'Connect links' });
  await record.look(links, { width: 720 });
  await record.show(2.4, { ring: links });
};

/** The second account is connected like the first, so the tutorial does not show it. */
async function connectWordpress({ record: { page }, product }: Pick<Stagehand, 'record' | 'product'>): Promise<void> {
  await page.getByRole('button', { name: 'Connect WordPress', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect WordPress' });
  await dialog.getByLabel(/^URL/).fill(`${product.sandbox.wordpressUrl}/sunrise-blog`);
  await dialog.getByLabel(/^Username/).fill(wordpress['username'] ?? '');
  await dialog.getByLabel(/^Password/).fill(wordpress['password'] ?? '');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'Connected accounts' }).getByText('WordPress', { exact: true }).waitFor();
}

const buildStream: Act = async ({ record, dir }) => {
  const { page } = record;
  await page.goto('/create-stream');
  record.say();
  const type = page
    .getByRole('combobox', { name: 'Type' })
    .or(page.getByRole('textbox', { name: 'Type' }))
    .first();
  await record.look(page.getByLabel('Title').first(), { width: 760 });
  await record.type(page.getByLabel('Title').first(), stream.title);
  await type.click();
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  await page.getByLabel('Description').first().fill(stream.description);
  await record.press(page.getByRole('button', { name: 'Create', exact: true }));
  await page
    .getByRole('dialog', { name: 'Stream Created Successfully' })
    .getByRole('button', { name: 'Continue' })
    .click();
  await page.getByRole('heading', { level: 1, name: stream.title }).waitFor();
  await page.getByRole('heading', { name: 'In this stream' }).waitFor();
  record.say();
  await record.look(page.getByText(/^Drop pictures here/), { width: 760 });
  await record.show(1.2);
  await page.getByLabel(/^Choose/).setInputFiles(await drawPictures(dir));
  const table = page.getByRole('table', { name: /Content of this stream/ });
  await table.getByRole('row').nth(4).waitFor();
  await page.getByText('Uploaded Successfully').nth(3).waitFor();
  await nameItems(record);
  await page.reload(); // the notice about the upload closes
  await table.getByRole('row').nth(4).waitFor();
  record.hidePointer();
  await record.look(table.getByText(stream.items[1]?.title ?? '', { exact: true }), { width: 760 });
  await record.show(2.4);
};

/** The sample's drawings as files, in the stream's order. */
const drawPictures = (dir: string): Promise<string[]> =>
  Promise.all(
    stream.items.map(async ({ picture = '', title }) => {
      const file = join(dir, `${title}.png`);
      await writeFile(
        file,
        await sharp(fileURLToPath(new URL(`../../server/app/sample/pictures/${picture}.svg`, import.meta.url)))
          .png()
          .toBuffer(),
      );
      return file;
    }),
  );

/** Titles and captions of the four pictures; in the tutorial the pictures need no further explanation. */
async function nameItems({ page }: Recorder): Promise<void> {
  const rows = page.getByRole('table', { name: /Content of this stream/ }).getByRole('row');
  for (const [index, { title, text }] of stream.items.entries()) {
    await rows
      .nth(index + 1)
      .getByRole('button', { name: /^Edit/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'File Details' });
    await dialog.getByLabel('Title').fill(title);
    // The browser of this tool has no font with emoji.
    await dialog.getByLabel('Description').fill(text.replace(/\p{Extended_Pictographic}/gu, '').trim());
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await rows
      .nth(index + 1)
      .getByText(title, { exact: true })
      .waitFor();
  }
}

const scheduleIt: Act = async ({ record }) => {
  const { page } = record;
  await page.goto('/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content' });
  const next = wizard.getByRole('button', { name: 'Next' });
  record.say();
  await record.look(wizard.getByRole('radio', { name: client.name }), { width: 900 });
  await record.press(wizard.getByRole('radio', { name: client.name }));
  await next.click();
  await record.press(wizard.getByRole('radio', { name: stream.title }));
  await next.click();
  await record.press(wizard.getByRole('checkbox', { name: 'Telegram' }));
  await record.press(wizard.getByRole('checkbox', { name: 'WordPress' }));
  await next.click();
  await wizard
    .getByRole('combobox', { name: 'Frequency' })
    .or(wizard.getByRole('textbox', { name: 'Frequency' }))
    .first()
    .waitFor();
  record.say();
  record.hidePointer();
  await record.look(wizard);
  await record.show(2.2, { ring: wizard.getByRole('complementary', { name: 'The plan' }) });
  const schedule = wizard.getByRole('button', { name: 'Schedule', exact: true });
  await record.press(schedule);
  await page.waitForURL('**/schedule-content');
  await page.getByRole('row').filter({ hasText: stream.title }).waitFor();
};

const seeThePlan: Act = async ({ record }) => {
  const { page } = record;
  await page.goto('/scheduler?view=month');
  await page
    .getByRole('button', { name: new RegExp(stream.items[0]?.title ?? '') })
    .first()
    .waitFor();
  record.say();
  await record.look(page.getByRole('region', { name: 'March 2027' }), { width: 980 });
  record.hidePointer();
  await record.show(3.4);
};

const goesOut: Act = async ({ record, product, setClock }) => {
  const { page } = record;
  await product.goTo(new Date('2027-03-01T11:02:00Z'));
  await setClock();
  await page.goto('/schedule-content');
  await page.getByRole('row').filter({ hasText: stream.title }).getByRole('link', { name: /view/i }).click();
  const table = page.getByRole('table', { name: 'Scheduled items' });
  await table.getByRole('row').nth(1).getByText('Posted').waitFor();
  record.say();
  await record.look(table);
  await record.show(2.4, { ring: table.getByRole('row').nth(1) });
  record.say();
  await record.press(
    table
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^View 2 accounts/ }),
  );
  const dialog = page.getByRole('dialog', { name: 'Social Accounts' });
  await dialog
    .getByRole('link', { name: /^Visit/ })
    .nth(1)
    .waitFor();
  await record.look(dialog);
  await record.show(2.4);
};

const nextMorning: Act = async ({ record, product, setClock }) => {
  const { page } = record;
  await product.goTo(new Date('2027-03-02T06:50:00Z'));
  await setClock();
  await page.goto('/dashboard');
  const strip = (name: string) => page.getByRole('region', { name, exact: true });
  await strip('Next 7 days').getByRole('row').nth(2).waitFor();
  record.say();
  record.hidePointer();
  await record.look(null);
  await record.show(2);
  record.say();
  await record.look(strip('Today'), { width: recorded.width });
  await record.show(1.6, { ring: strip('Today') });
  await record.show(1.6, { ring: strip('Needs you') });
  record.say();
  await record.look(strip('Next 7 days'), { width: 900 });
  await record.show(2.6, { ring: strip('Next 7 days') });
};

/** The acts by the keys of texts.json, in the tutorial's order. */
export const acts: Readonly<Record<string, Act>> = {
  client: addClient,
  accounts: connectAccounts,
  stream: buildStream,
  schedule: scheduleIt,
  calendar: seeThePlan,
  posted: goesOut,
  dashboard: nextMorning,
};
