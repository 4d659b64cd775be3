import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'vitest';
import { Journal } from './journal.ts';
import type { Change } from './model.ts';

const changes: readonly Change[] = [
  { kind: 'reset' },
  { kind: 'tag', tag: { site: 'sunrise', id: 1, name: 'Bread', slug: 'bread' } },
];

/** A journal file that contains these changes, and a function that reads it as a later process does. */
async function aJournal(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'journal.jsonl');
  const read = async (): Promise<Change[]> => {
    const journal = new Journal();
    const held = await journal.open(path);
    await journal.close();
    return held;
  };
  const journal = new Journal();
  await journal.open(path);
  await Promise.all(changes.map((change) => journal.append(change)));
  await journal.close();
  return { path, read };
}

test('a later process reads the changes in order', async (t) => {
  const { read } = await aJournal(t);
  assert.deepEqual(await read(), changes);
});

for (const line of ['{"kind":"post"}', '{"kind":"row","id":"1","value":null}', '{"kind":"toString"}', '[]', '{'])
  test(`the line ${line} is not a change and is left out`, async (t) => {
    const { path, read } = await aJournal(t);
    await appendFile(path, `${line}\n`);
    assert.deepEqual(await read(), changes);
  });

test('a last line cut by a crash is removed, so that the next one is complete', async (t) => {
  const { path, read } = await aJournal(t);
  await appendFile(path, '{"kind":"mai');
  assert.deepEqual(await read(), changes);
  await appendFile(path, '{"kind":"reset"}\n');
  assert.deepEqual(await read(), [...changes, { kind: 'reset' }]);
});
