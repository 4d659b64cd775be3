import assert from 'node:assert/strict';
import { test } from 'vitest';
import { flagsInWords } from './posts-of-plan.ts';

const post = (...flags: ('no-caption' | 'file-name' | 'cut')[]) => ({ words: { flags } });

test('posts that need a look are counted by reason', () => {
  assert.equal(flagsInWords([]), '');
  assert.equal(flagsInWords([post('no-caption')]), '1 post has no caption');
  assert.equal(
    flagsInWords([post('no-caption', 'file-name'), post('file-name'), post('cut')]),
    '1 post has no caption, 2 titles are file names',
  );
  assert.equal(flagsInWords([post('cut'), post('no-caption', 'cut')]), '1 post has no caption');
});
