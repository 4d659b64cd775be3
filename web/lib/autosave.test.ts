/**
 * What a person changes while an editor's save is in progress is not saved yet, and is saved afterwards. A save without
 * an answer is sent again.
 */
import assert from 'node:assert/strict';
import { afterAll, test, vi } from 'vitest';
import { z } from 'zod';
import { until } from '#db/testing-until.ts';
import { emptyDesign } from '#rules/design/design.ts';

type Sent = {
  fields: Record<string, unknown>;
  key: unknown;
  answer: (data: object, status?: number) => void;
  lose: () => void;
};
/** The calls that the editors have sent, oldest first; each is answered by the test. */
const sent: Sent[] = [];
const envelope = (data: object, status = 200): string =>
  JSON.stringify({ status: status === 200, message: 'Saved', data });

/** A request with a file, which waits for the test's answer. */
class Upload {
  readonly upload = {};
  onload: () => void = () => {};
  onerror: () => void = () => {};
  key = '';
  status = 200;
  responseText = '';
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    if (name === 'idempotency-key') this.key = value;
  }
  getResponseHeader = (): null => null;
  send(form: FormData): void {
    const answer = (data: object): void => {
      this.responseText = envelope(data);
      this.onload();
    };
    sent.push({ fields: Object.fromEntries(form), key: this.key, answer, lose: () => this.onerror() });
  }
}
const fetched = (address: string, { body, headers }: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (address === '/healthz') return resolve(new Response(''));
    sent.push({
      fields: z.record(z.string(), z.unknown()).parse(JSON.parse(typeof body === 'string' ? body : '')),
      key: new Headers(headers).get('idempotency-key'),
      answer: (data, status = 200) => resolve(new Response(envelope(data, status), { status })),
      lose: () => reject(new TypeError('Failed to fetch')),
    });
  });
/** A canvas whose drawing nobody looks at. */
const canvas = {
  getContext: () => new Proxy({}, { get: () => () => undefined }),
  toBlob: (then: (blob: Blob) => void) => then(new Blob(['picture'])),
};
Object.assign(globalThis, {
  XMLHttpRequest: Upload,
  fetch: fetched,
  document: { createElement: () => ({ ...canvas }) },
});

const { useAutosave: useVideoAutosave } = await import('../video-creator/autosave.ts');
const { openEditor: openVideo } = await import('../video-creator/editor.ts');
const { emptyDocument, setSettings } = await import('../video-creator/edits.ts');
const { useAutosave: useDesignAutosave } = await import('../image-editor/use-autosave.ts');
const { openEditor: openDesign } = await import('../image-editor/document/editor.ts');
const { openMaterials } = await import('../image-editor/document/materials.ts');
const { call, CallError } = await import('../api/call.ts');
const { conflicts } = await import('../parts/dialogs/conflicts.ts');
const { useEdited } = await import('./use-edited.ts');
const { runHook } = await import('./testing-hook.ts');

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterAll(() => {
  vi.useRealTimers();
});

/** The name in each save so far. */
const names = (): unknown[] => sent.map(({ fields }) => fields['name']);
const isSent = (count: number): Promise<void> => until(() => sent.length === count, { what: `save ${count}` });

test('a video that is changed while it is being saved is saved again with the change', async () => {
  sent.length = 0;
  const editor = openVideo(emptyDocument('Spring', 'a'), 'a');
  const hook = runHook(() => useVideoAutosave(editor, { first: { id: '7', revision: 1 } }));
  const rename = (name: string) => editor.store.change(setSettings({ name }));
  rename('Spring 1');
  const saving = hook.now().save('save');
  await isSent(1);
  rename('Spring 2');
  sent[0]?.answer({ id: '7', revision: 2, copied: {} });
  await saving;
  assert.equal(hook.now().state, 'edited');
  vi.advanceTimersByTime(4_000);
  await isSent(2);
  sent[1]?.answer({ id: '7', revision: 3, copied: {} });
  await until(() => hook.now().state === 'saved');
  assert.deepEqual([names(), sent[1]?.fields['revision']], [['Spring 1', 'Spring 2'], 2]);
  hook.end();
});

test('a design that is changed while it is being saved is saved again with the change', async () => {
  sent.length = 0;
  const editor = openDesign({ design: emptyDesign, name: 'Poster' }, (design) => design);
  const start = { id: '7', revision: 1, name: 'Poster' };
  const parts = { editor, materials: openMaterials([]) };
  const hook = runHook(() => useDesignAutosave(parts, start));
  editor.rename('Poster 1');
  const saving = hook.now().save();
  await isSent(1);
  editor.rename('Poster 2');
  sent[0]?.answer({ id: '7', revision: 2 });
  await saving;
  assert.equal(hook.now().standing, 'unsaved');
  vi.advanceTimersByTime(4_000);
  await isSent(2);
  sent[1]?.answer({ id: '7', revision: 3 });
  await until(() => hook.now().standing === 'saved');
  assert.deepEqual([names(), sent[1]?.fields['revision']], [['Poster 1', 'Poster 2'], '2']);
  hook.end();
});

test('a render whose answer is lost is sent again by itself, and is known as one’s own', async () => {
  sent.length = 0;
  const editor = openVideo(emptyDocument('Spring', 'a'), 'a');
  const hook = runHook(() => useVideoAutosave(editor, { first: null }));
  editor.store.change(setSettings({ name: 'Spring 1' }));
  const rendering = hook.now().save('render');
  await isSent(1);
  sent[0]?.lose();
  assert.equal(await rendering, null);
  assert.equal(hook.now().state, 'unanswered');
  editor.store.change(setSettings({ name: 'Spring 2' }));
  vi.advanceTimersByTime(4_000);
  await isSent(2);
  assert.deepEqual([sent[1]?.fields, sent[1]?.key], [sent[0]?.fields, sent[0]?.key]);
  sent[1]?.answer({ id: '8', revision: 1, copied: {} });
  await isSent(3);
  assert.deepEqual(
    [sent[2]?.fields['name'], sent[2]?.fields['id'], sent[2]?.fields['revision'], sent[2]?.fields['type']],
    ['Spring 2', '8', 1, 'save'],
  );
  assert.notEqual(sent[2]?.key, sent[0]?.key);
  sent[2]?.answer({ id: '8', revision: 2, copied: {} });
  await until(() => hook.now().state === 'saved');
  hook.end();
});

test('a first save of a design whose answer is lost is sent again by itself, as the same press', async () => {
  sent.length = 0;
  const editor = openDesign({ design: emptyDesign, name: 'Poster' }, (design) => design);
  const parts = { editor, materials: openMaterials([]) };
  const hook = runHook(() => useDesignAutosave(parts, { id: null, revision: null, name: 'Poster' }));
  editor.rename('Poster 1');
  const saving = hook.now().save();
  await isSent(1);
  sent[0]?.lose();
  assert.equal(await saving, null);
  assert.equal(hook.now().standing, 'unanswered');
  vi.advanceTimersByTime(4_000);
  await isSent(2);
  assert.match(String(sent[0]?.key), /^[0-9a-f]{32}$/);
  assert.equal(sent[1]?.key, sent[0]?.key);
  sent[1]?.answer({ id: '9', revision: 1 });
  await until(() => hook.now().standing === 'saved');
  assert.deepEqual(names(), ['Poster 1', 'Poster 1']);
  hook.end();
});

test('a form that is edited on after a lost answer does not meet its own change as a conflict', async () => {
  sent.length = 0;
  const labels = { name: 'Name', company: 'Company' };
  const saved = { name: 'Ada', company: 'Bakery' };
  const versions = ['0', '1', '2'].map((digit) => digit.repeat(16));
  const hook = runHook(() =>
    useEdited({ formName: null, saved, version: versions[0] ?? '', stateOf: (state: typeof saved) => state, labels }),
  );
  const save = (): Promise<boolean> =>
    hook.now().save(async (changes, version) => {
      try {
        await call('edit-app-client-account', { id: '5', ...changes, ...version });
        return true;
      } catch (error) {
        if (error instanceof CallError && error.conflict) hook.now().onConflict(error.conflict);
        return false;
      }
    });
  hook.now().change({ name: 'Ada L' });
  const first = save();
  await isSent(1);
  sent[0]?.lose();
  assert.equal(await first, false);
  hook.now().change({ name: 'Ada Lovelace' });
  const second = save();
  await isSent(2);
  const current = { name: 'Ada L', company: 'Bakery & Sons' };
  sent[1]?.answer({ version: versions[1], current, yours: { name: 'Ada Lovelace' } }, 409);
  await isSent(3);
  assert.equal(conflicts.open(), null);
  assert.deepEqual(sent[2]?.fields, { id: '5', name: 'Ada Lovelace', version: versions[1] });
  sent[2]?.answer({});
  assert.equal(await second, true);
  hook.end();
});
