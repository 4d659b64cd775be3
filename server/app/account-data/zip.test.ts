import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, test } from 'vitest';
import { readZip } from './testing-zip.ts';
import { openZip } from './zip.ts';

const dir = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});
const now = new Date('2026-06-01T08:00:00Z');
const open = (name: string, signal = new AbortController().signal) => ({
  path: join(dir, name),
  zip: openZip(join(dir, name), { now, signal }),
});

test('texts and bytes are read back as written, under any name', async () => {
  const { path, zip } = open('small.zip');
  const pieces = Readable.from(['[', '1', ']']);
  await zip.addText('data/ünïcode & <b>.json', pieces);
  await zip.addText('empty.txt', '');
  await zip.addBytes('media/a.bin', Readable.from([Buffer.from([0, 255]), Buffer.from([7])]), now);
  await zip.end();
  const read = readZip(path);
  assert.deepEqual(read.names, ['data/ünïcode & <b>.json', 'empty.txt', 'media/a.bin']);
  assert.deepEqual(
    [read.text('data/ünïcode & <b>.json'), read.text('empty.txt'), [...read.bytes('media/a.bin')]],
    ['[1]', '', [0, 255, 7]],
  );
});

test('an archive can hold more entries than the original format can count', async () => {
  const { path, zip } = open('many.zip');
  const count = 66_000;
  for (let number = 0; number < count; number += 1) await zip.addText(`${number}`, `${number}`);
  await zip.end();
  const read = readZip(path);
  assert.deepEqual([read.names.length, read.isZip64, read.text('65999')], [count, true, '65999']);
});

test('an entry that fails, and a file that cannot be written, fail at once', async () => {
  const { zip } = open('broken.zip');
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('x');
      throw new Error('cut off');
    })(),
  );
  await assert.rejects(zip.addBytes('a', failing, now), /cut off/);
  const nowhere = openZip(join(dir, 'no-such-folder', 'x.zip'), { now, signal: new AbortController().signal });
  await assert.rejects(
    (async () => {
      for (;;) await nowhere.addBytes(`${Math.random()}`, Readable.from([Buffer.alloc(100_000)]), now);
    })(),
    /ENOENT/,
  );
});

test('an interrupted archive stops at the current entry', async () => {
  const stopping = new AbortController();
  const { zip } = open('stopped.zip', stopping.signal);
  const endless = Readable.from(
    (async function* () {
      for (;;) {
        yield Buffer.alloc(65_536);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    })(),
  );
  const adding = zip.addBytes('endless', endless, now);
  stopping.abort();
  await assert.rejects(adding, /abort/i);
});

test('memory does not grow with the amount of data written', async () => {
  const { zip } = open('large.zip');
  const piece = Buffer.alloc(1_000_000, 7);
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = 0;
  const large = (async function* () {
    for (let number = 0; number < 200; number += 1) {
      yield Buffer.from(piece);
      most = Math.max(most, used());
    }
  })();
  await zip.addBytes('large', Readable.from(large, { objectMode: true }), now);
  assert.equal((await zip.end()) > 200_000_000, true);
  // 200 MB are written; the peak consists of chunks that are not yet garbage-collected.
  assert.ok(most - before < 100_000_000, `${Math.round((most - before) / 1e6)} MB`);
});
