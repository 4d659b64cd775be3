import assert from 'node:assert/strict';
import { test } from 'vitest';
import { moods } from '../../generated/music/mood.ts';
import { sampleRate } from '../../generated/music/sound.ts';
import { embeddedMusic } from './music.ts';

const signal = new AbortController().signal;

test('music is found by mood and by purpose, and opens as WAV', async () => {
  const page = await embeddedMusic.search({ keyword: 'yoga', cursor: null, signal });
  assert.ok(page.kind === 'found');
  assert.deepEqual([...new Set(page.results.map(({ mood }) => mood))], ['calm']);
  assert.equal(new Set(page.results.map(({ id }) => id)).size, 20);
  const other = await embeddedMusic.search({ keyword: 'xyzzy', cursor: null, signal });
  assert.ok(other.kind === 'found');
  assert.equal(new Set(other.results.map(({ mood }) => mood)).size, moods.size);
  const opened = await embeddedMusic.open('funk.00000001.2', { signal });
  assert.ok(opened.kind === 'bytes');
  assert.equal(opened.bytes.length, 44 + 2 * sampleRate * 4);
  assert.equal(Buffer.from(opened.bytes.subarray(0, 4)).toString('latin1'), 'RIFF');
});

test('only our own references open', async () => {
  for (const reference of [
    '',
    'calm',
    'calm.1.30',
    'sad.0000abcd.30',
    'calm.0000abcd.1',
    'calm.0000abcd.601',
    'calm.0000abcd.30.once',
  ]) {
    assert.equal((await embeddedMusic.open(reference, { signal })).kind, 'refused', reference);
  }
});
