/** A draft saves itself: what is sent when, and what a lost answer or another person's change leaves. */
import assert from 'node:assert/strict';
import { afterAll, beforeEach, test, vi } from 'vitest';
import { z } from 'zod';
import { until } from '#db/testing-until.ts';
import { blank, type Composed } from './post.ts';

type Sent = {
  name: string;
  fields: Record<string, unknown>;
  answer: (data: object, status?: number) => void;
  lose: () => void;
};
const sent: Sent[] = [];
const fetched = (address: string, { body }: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (address === '/healthz') return resolve(new Response(''));
    sent.push({
      name: address.split('/').at(-1) ?? '',
      fields: z.record(z.string(), z.unknown()).parse(JSON.parse(typeof body === 'string' ? body : '')),
      answer: (data, status = 200) =>
        resolve(new Response(JSON.stringify({ status: status === 200, message: '', data }), { status })),
      lose: () => reject(new TypeError('Failed to fetch')),
    });
  });
Object.assign(globalThis, { fetch: fetched });

const { useDraft } = await import('./use-draft.ts');
const { runHook } = await import('../lib/testing-hook.ts');

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  sent.length = 0;
});

const saveKey = '11111111-1111-4111-8111-111111111111';
const version = (digit: number): string => String(digit).repeat(16);
const stored = (digit: number) => ({
  draft_id: '9',
  item_id: '4',
  version: version(digit),
  saved_at: '2026-12-02T10:42:00Z',
  type: 'text',
});
const begin = (composed: Partial<Composed> = { clientId: '5' }) =>
  runHook(() => useDraft({ composed: { ...blank, ...composed }, saved: null, saveKey }));
const isSent = (count: number): Promise<void> => until(() => sent.length === count, { what: `request ${count}` });
const pause = () => vi.advanceTimersByTime(1_000);
const words = () => sent.map(({ fields }) => fields['words']);

test('a draft is saved once a second has passed since the last key, first by its key and then by its id', async () => {
  const hook = begin();
  hook.now().change({ words: 'We open' });
  vi.advanceTimersByTime(900);
  hook.now().change({ words: 'We open at 8' });
  vi.advanceTimersByTime(900);
  assert.equal(sent.length, 0);
  pause();
  await isSent(1);
  assert.deepEqual([sent[0]?.fields['save_key'], sent[0]?.fields['draft_id']], [saveKey, undefined]);
  sent[0]?.answer(stored(1));
  await until(() => hook.now().standing === 'saved');
  hook.now().change({ words: 'We open at 9' });
  pause();
  await isSent(2);
  assert.deepEqual(
    [sent[1]?.fields['save_key'], sent[1]?.fields['draft_id'], sent[1]?.fields['version']],
    [undefined, '9', version(1)],
  );
  sent[1]?.answer(stored(2));
  await until(() => hook.now().standing === 'saved');
  hook.end();
});

for (const [what, part] of [
  ['nothing in it', { clientId: '5', words: ' ' }],
  ['no client', { clientId: null, words: 'Hello' }],
] as const)
  test(`a post with ${what} is not saved`, async () => {
    const hook = begin({ clientId: null });
    hook.now().change(part);
    pause();
    assert.equal(await hook.now().save(), null);
    assert.equal(sent.length, 0);
    hook.end();
  });

test('what is typed during a save is saved after it', async () => {
  const hook = begin();
  hook.now().change({ words: 'One' });
  const saving = hook.now().save();
  await isSent(1);
  hook.now().change({ words: 'One, two' });
  sent[0]?.answer(stored(1));
  assert.equal(await saving, null);
  pause();
  await isSent(2);
  sent[1]?.answer(stored(2));
  await until(() => hook.now().standing === 'saved');
  assert.deepEqual(words(), ['One', 'One, two']);
  hook.end();
});

test('a save whose answer is lost is sent again unchanged before what was typed since then', async () => {
  const hook = begin();
  hook.now().change({ words: 'One' });
  void hook.now().save();
  await isSent(1);
  hook.now().change({ words: 'One, two' });
  sent[0]?.lose();
  await until(() => hook.now().standing === 'unanswered');
  pause();
  await isSent(2);
  sent[1]?.answer(stored(1));
  await isSent(3);
  sent[2]?.answer(stored(2));
  await until(() => hook.now().standing === 'saved');
  assert.deepEqual(words(), ['One', 'One', 'One, two']);
  assert.deepEqual([sent[1]?.fields['save_key'], sent[2]?.fields['draft_id']], [saveKey, '9']);
  hook.end();
});

const other = (part: object) => ({
  state: 'draft',
  draft_id: '9',
  version: version(7),
  saved_at: '2026-12-02T10:43:00Z',
  client: { id: '5', name: 'Ada', approves: false, timezone: 'Europe/Berlin' },
  accounts: [],
  title: '',
  words: 'One',
  format: 'text',
  own_words: {},
  alt_text: '',
  file: null,
  url: '',
  when: null,
  ...part,
});
const conflict = { version: version(7), current: {}, yours: {} };

test('another person’s change of another part is kept beside one’s own', async () => {
  const hook = begin();
  hook.now().change({ words: 'One' });
  void hook.now().save();
  await isSent(1);
  sent[0]?.answer(stored(1));
  await until(() => hook.now().standing === 'saved');
  hook.now().change({ words: 'Mine' });
  void hook.now().save();
  await isSent(2);
  sent[1]?.answer(conflict, 409);
  await isSent(3);
  assert.equal(sent[2]?.name, 'fetch-post');
  sent[2]?.answer(other({ title: 'Theirs' }));
  await isSent(4);
  assert.deepEqual(
    [sent[3]?.fields['title'], sent[3]?.fields['words'], sent[3]?.fields['version']],
    ['Theirs', 'Mine', version(7)],
  );
  sent[3]?.answer(stored(8));
  await until(() => hook.now().standing === 'saved');
  assert.equal(hook.now().composed.title, 'Theirs');
  hook.end();
});

test('other words for the same part are a conflict: nothing typed is lost, nothing is overwritten', async () => {
  const hook = begin();
  hook.now().change({ words: 'One' });
  void hook.now().save();
  await isSent(1);
  sent[0]?.answer(stored(1));
  await until(() => hook.now().standing === 'saved');
  hook.now().change({ words: 'Mine' });
  void hook.now().save();
  await isSent(2);
  sent[1]?.answer(conflict, 409);
  await isSent(3);
  sent[2]?.answer(other({ words: 'Theirs' }));
  await until(() => hook.now().standing === 'conflict');
  assert.equal(hook.now().composed.words, 'Mine');
  assert.equal(sent.length, 3);
  hook.end();
});

test('a draft that is planned meanwhile is no longer saved', async () => {
  const hook = begin();
  hook.now().change({ words: 'One' });
  void hook.now().save();
  await isSent(1);
  sent[0]?.answer(stored(1));
  await until(() => hook.now().standing === 'saved');
  hook.now().change({ words: 'Mine' });
  void hook.now().save();
  await isSent(2);
  sent[1]?.answer({}, 409);
  await isSent(3);
  sent[2]?.answer(other({ state: 'planned', draft_id: null, version: null }));
  await until(() => hook.now().standing === 'planned');
  hook.end();
});
