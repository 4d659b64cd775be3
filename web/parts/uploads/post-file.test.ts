import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { purposeOf, refusalOf } from './post-file.ts';

const file = (name: string, type = '', size = 1000) => ({ name, type, size });

test('a video is sent as one, by its type or its name, and everything else as a picture', () => {
  assert.deepEqual(
    [file('a.mp4'), file('a', 'video/mp4'), file('a.MOV'), file('a.png'), file('a.pdf')].map(purposeOf),
    ['video', 'video', 'video', 'image', 'image'],
  );
});

test('files that are no picture or video, or too large, are refused in words', () => {
  assert.deepEqual(
    [file('a.png'), file('a.mp4'), file('a.pdf'), file('a.jpg', '', 5_000_000), file('a.mov')].map(refusalOf),
    [null, null, messages.invalidFileType, messages.imageTooLarge, messages.invalidFileType],
  );
});
