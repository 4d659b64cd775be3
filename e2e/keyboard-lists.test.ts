/** Lists by keyboard alone, with full motion: where the focus is once rows or controls have disappeared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addClient, addStream, callsOf } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { hasFocus, tabTo } from './focus.ts';
import { aProduct } from './product.ts';
import { enter } from './signing-in.ts';

const product = await aProduct();
const calls = await callsOf(product);
await addClient(calls, { name: 'Sunrise Bakery' });
await addStream(calls, { type: 'text', title: 'Notes of the day', items: ['Good morning'] });

test('the bar of chosen rows returns the focus: its question to its button, its end to the row', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/streams');
  const box = page.getByRole('checkbox', { name: 'Choose Notes of the day', exact: true });
  await box.focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Chosen rows', exact: true });
  const opener = bar.getByRole('button', { name: 'Delete 1 stream', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 1 stream?', exact: true });
  await hasFocus(dialog.getByRole('button', { name: 'Cancel', exact: true }), page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await hasFocus(opener, page);
  await bar.getByRole('button', { name: 'Choose none', exact: true }).focus();
  await page.keyboard.press('Enter');
  await bar.waitFor({ state: 'hidden' });
  await hasFocus(box, page);
  assert.deepEqual(faults, []);
});

test('a deleted row hands the focus to the row in its place, the last one to the row before', async () => {
  for (const title of ['Apples', 'Bread', 'Cakes']) await addStream(calls, { type: 'text', title, items: ['One'] });
  const { page, faults } = await product.open();
  await enter(page, '/streams?sort=title');
  const button = (title: string) => page.getByRole('button', { name: `Delete ${title}`, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  const remove = async (title: string) => {
    await button(title).focus();
    await page.keyboard.press('Enter');
    await takesFocus(dialog);
    await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await button(title).waitFor({ state: 'detached' });
  };
  await remove('Apples');
  await hasFocus(button('Bread'), page);
  await page.goto('/streams?sort=-title');
  await remove('Bread');
  await hasFocus(button('Cakes'), page);
  assert.deepEqual(faults, []);
});

test('who presses a control that disappears goes on from the one before it', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('dialog', { name: 'New schedule', exact: true });
  await wizard.getByRole('radio', { name: 'Sunrise Bakery' }).check();
  await page.keyboard.press('Escape');
  await wizard.waitFor({ state: 'hidden' });
  await page.goto('/scheduler?new');
  await takesFocus(wizard);
  await wizard.getByRole('button', { name: 'Discard', exact: true }).focus();
  await page.keyboard.press('Enter');
  await hasFocus(wizard.getByRole('button', { name: 'Close', exact: true }), page);
  assert.deepEqual(faults, []);
});
