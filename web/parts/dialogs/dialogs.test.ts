/** A question closes only when what it asks for is done. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { call } from '../../api/call.ts';
import { alertOops, closeDialog, confirmDelete, confirmed, openDialog } from './dialogs.ts';

Object.assign(globalThis, { document: { activeElement: null } });
beforeEach(closeDialog);

/** Asks, and confirms; `open` is the text of the dialog that is open afterwards. */
async function confirming(onConfirm: () => Promise<boolean>): Promise<{ isDone: boolean; open: string | undefined }> {
  confirmDelete({ text: 'Do you want to delete it?', onConfirm });
  const dialog = openDialog();
  assert.ok(dialog?.kind === 'confirm');
  const isDone = await confirmed(dialog);
  return { isDone, open: openDialog()?.text };
}
const answers = (status: number) =>
  Object.assign(globalThis, {
    fetch: () =>
      Promise.resolve(new Response(JSON.stringify({ status: false, message: 'No', data: null }), { status })),
  });
const failing = (): Promise<boolean> =>
  call('delete-thumbnail', { id: '1' }).then(
    () => true,
    () => false,
  );

describe('a confirmed question', () => {
  test('closes when it is done', async () => {
    assert.deepEqual(await confirming(async () => true), { isDone: true, open: undefined });
  });

  test('stays open when the call fails, so that it can be tried again', async () => {
    answers(503);
    assert.deepEqual(await confirming(failing), { isDone: false, open: 'Do you want to delete it?' });
  });

  test('closes when the call finds that the thing no longer exists', async () => {
    answers(404);
    assert.deepEqual(await confirming(failing), { isDone: true, open: undefined });
  });

  test('stays open when it rejects', async () => {
    await assert.rejects(confirming(() => Promise.reject(new Error('broken'))));
    assert.equal(openDialog()?.text, 'Do you want to delete it?');
  });

  test('leaves a message open that was shown meanwhile', async () => {
    const telling = async (): Promise<boolean> => {
      alertOops('It is used.');
      return true;
    };
    assert.deepEqual(await confirming(telling), { isDone: true, open: 'It is used.' });
  });
});
