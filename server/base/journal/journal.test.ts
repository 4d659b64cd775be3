import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { aBucket } from '../../app/testing/bucket.ts';
import { bucketStore } from './bucket-store.ts';
import { diskStore } from './disk-store.ts';
import { createJournal, type AttemptEntry, type JournalStore } from './index.ts';

const bucket = await aBucket();
const stores: [string, () => JournalStore][] = [
  ['a folder', () => diskStore(mkdtempSync(join(tmpdir(), 'journal-')))],
  ['a bucket', () => bucketStore(bucket.settings)],
];

const attempt = (delivery: number, at: string): AttemptEntry => ({
  kind: 'attempt',
  at: new Date(at),
  agency: '1',
  account: '2',
  delivery: String(delivery),
  marker: 'ar-1',
  attempt: String(delivery),
});
const deliveriesIn = (entries: readonly AttemptEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'attempt' ? [entry.delivery] : []));

for (const [what, open] of stores) {
  describe(`a journal in ${what}`, () => {
    test('gives the entries of all processes, in order of time', async () => {
      bucket.objects.clear();
      const store = open();
      const [one, other] = [createJournal(store), createJournal(store)];
      await one.write(attempt(1, '2026-06-01T12:00:00Z'));
      await other.write(attempt(2, '2026-06-01T12:00:01Z'));
      await Promise.all([3, 4, 5].map((id) => one.write(attempt(id, `2026-06-01T12:00:0${id}Z`))));
      one.writeSoon({
        kind: 'outcome',
        at: new Date('2026-06-01T12:00:09Z'),
        delivery: '1',
        fencedAt: new Date('2026-06-01T12:00:00Z'),
        outcome: 'published',
        postId: '7',
      });
      await one.close();
      const entries = await other.attemptsSince(new Date('2026-06-01T11:00:00Z'));
      assert.deepEqual(deliveriesIn(entries), ['1', '2', '3', '4', '5']);
      assert.equal(entries.at(-1)?.kind, 'outcome');
      await other.close();
    });

    test('gives what every process has written about a delivery, as it grows', async () => {
      bucket.objects.clear();
      const store = open();
      const [one, other] = [createJournal(store), createJournal(store)];
      const at = new Date('2026-06-01T12:00:00Z');
      const known = async () => deliveriesIn(await other.attemptsAt('1', at)).length;
      assert.equal(await known(), 0);
      await one.write(attempt(1, '2026-06-01T12:00:00Z'), attempt(2, '2026-06-01T12:00:00Z'));
      assert.equal(await known(), 1);
      await Promise.all([
        one.write(attempt(1, '2026-06-01T12:00:01Z')),
        other.write(attempt(1, '2026-06-01T11:59:59Z')),
        other.write(attempt(1, '2026-06-01T09:00:00Z')),
      ]);
      assert.deepEqual(await Promise.all([known(), known(), known()]), [3, 3, 3]);
    });

    test('keeps attempts for 35 days and changes for 400', async () => {
      bucket.objects.clear();
      const journal = createJournal(open());
      await journal.write(attempt(1, '2026-06-01T12:00:00Z'));
      await journal.write(attempt(2, '2026-07-10T12:00:00Z'));
      await journal.writeChanges([
        { kind: 'agency-deleted', at: new Date('2025-06-01T12:00:00Z'), agency: '1' },
        { kind: 'schedule-made', at: new Date('2026-06-01T12:00:00Z'), agency: '1', schedule: '9' },
      ]);
      await journal.close();
      assert.equal(await journal.thin(new Date('2026-07-12T12:00:00Z')), 2);
      assert.deepEqual(deliveriesIn(await journal.attemptsSince(new Date(0))), ['2']);
      assert.deepEqual(
        (await journal.changesSince(new Date(0))).map(({ kind }) => kind),
        ['schedule-made'],
      );
    });
  });
}

test('a torn line is left out, and the lines before it stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = createJournal(diskStore(dataDir));
  await journal.write(attempt(1, '2026-06-01T12:00:00Z'));
  await journal.close();
  const [file = ''] = readdirSync(join(dataDir, 'journal'));
  appendFileSync(join(dataDir, 'journal', file), '{"kind":"attempt","at":"2026-06-01T12:');
  assert.deepEqual(deliveriesIn(await journal.attemptsSince(new Date(0))), ['1']);
});

test('a line that is just being written is read once it is whole', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = createJournal(diskStore(dataDir));
  const at = new Date('2026-06-01T12:00:00Z');
  await journal.write(attempt(1, '2026-06-01T12:00:00Z'));
  const [own = ''] = readdirSync(join(dataDir, 'journal'));
  const file = own.replace(/-[0-9a-f]{12}-/, '-another-');
  const line = `${JSON.stringify(attempt(2, '2026-06-01T12:00:00Z'))}\n`;
  appendFileSync(join(dataDir, 'journal', file), line.slice(0, 70));
  assert.deepEqual(deliveriesIn(await journal.attemptsAt('2', at)), []);
  appendFileSync(join(dataDir, 'journal', file), line.slice(70));
  assert.deepEqual(deliveriesIn(await journal.attemptsAt('2', at)), ['2']);
});

test('what follows a failed write is in another segment', async () => {
  const texts = new Map<string, string>();
  let isBroken = false;
  const store: JournalStore = {
    append: (segment, text) => {
      texts.set(segment, (texts.get(segment) ?? '') + (isBroken ? text.slice(0, 9) : text));
      return isBroken ? Promise.reject(new Error('full')) : Promise.resolve();
    },
    list: () => Promise.resolve([...texts.keys()]),
    sizes: () => Promise.resolve([]),
    read: (segment) => Promise.resolve(texts.get(segment) ?? ''),
    remove: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    segmentBytes: 1000,
  };
  const journal = createJournal(store);
  await journal.write(attempt(1, '2026-06-01T12:00:00Z'));
  isBroken = true;
  await assert.rejects(journal.write(attempt(2, '2026-06-01T12:00:01Z')), /full/);
  isBroken = false;
  await journal.write(attempt(3, '2026-06-01T12:00:02Z'));
  assert.deepEqual(deliveriesIn(await journal.attemptsSince(new Date(0))), ['1', '3']);
});

test('a write that takes too long is refused', async () => {
  const store = diskStore(mkdtempSync(join(tmpdir(), 'journal-')));
  const journal = createJournal({ ...store, append: () => new Promise(() => {}) }, { patienceMs: 20 });
  await assert.rejects(journal.write(attempt(1, '2026-06-01T12:00:00Z')), /in time/);
});

test('concurrent entries share one wait for the disk', async () => {
  let appends = 0;
  const store = diskStore(mkdtempSync(join(tmpdir(), 'journal-')));
  const counted: JournalStore = {
    ...store,
    append: (segment, text) => {
      appends += 1;
      return store.append(segment, text);
    },
  };
  const journal = createJournal(counted);
  await Promise.all(Array.from({ length: 100 }, (_, id) => journal.write(attempt(id, '2026-06-01T12:00:00Z'))));
  await journal.close();
  assert.ok(appends <= 2, `${appends} writes`);
});

test('what this process has written about a delivery is known without a look at its segments', async () => {
  let looks: [string, string][] = [];
  const journal = createJournal({
    append: () => Promise.resolve(),
    list: () => Promise.resolve([]),
    sizes: (from, process) => {
      looks = [...looks, [from, process]];
      return Promise.resolve([]);
    },
    read: () => assert.fail('it reads a segment'),
    remove: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    segmentBytes: 1000,
  });
  const at = new Date('2026-06-01T12:00:00Z');
  await journal.write(attempt(1, '2026-06-01T12:00:00Z'), attempt(2, '2026-06-01T12:00:00Z'));
  journal.writeSoon({
    kind: 'outcome',
    at,
    delivery: '1',
    fencedAt: at,
    outcome: 'rejected',
    postId: null,
  });
  assert.deepEqual(
    (await journal.attemptsAt('1', at)).map(({ kind }) => kind),
    ['attempt', 'outcome'],
  );
  // Three hours later the first hour is still known, five hours later no more.
  await journal.write(attempt(3, '2026-06-01T15:00:00Z'));
  assert.equal((await journal.attemptsAt('1', at)).length, 2);
  assert.equal((await journal.attemptsAt('1', new Date('2026-06-01T14:00:01Z'))).length, 0, 'it is too old to matter');
  await journal.write(attempt(3, '2026-06-01T17:00:00Z'));
  assert.equal((await journal.attemptsAt('1', at)).length, 0);
  assert.equal(looks.length, 4);
  assert.ok(looks.every(([, process]) => /^[0-9a-f]{12}$/.test(process)));
  await journal.close();
});
