import assert from 'node:assert/strict';
import { test } from 'vitest';
import { replacementWords } from './replacement-words.ts';

const nothing = {
  streams: [],
  designs: [],
  videos: [],
  kits: [],
  left: [],
  follow: 0,
  under_way: 0,
  asked_again: 0,
  kept: '',
  undo: { items: [], texts: [], designs: [], videos: [], kits: [] },
};

test('a replacement is described part by part, including what remains of the old file', () => {
  assert.deepEqual(replacementWords(nothing), ['The previous file is deleted']);
  assert.deepEqual(
    replacementWords({
      ...nothing,
      streams: [{ id: '1', name: 'Offers', items: 2 }],
      designs: [{ id: '1', name: 'Poster' }],
      videos: [
        { id: '1', name: 'Clip', was_made: true },
        { id: '2', name: 'Trailer', was_made: false },
      ],
      kits: [{ id: '1', name: 'Sunrise Bakery' }],
      follow: 1,
      asked_again: 1,
      under_way: 3,
      kept: 'It is used by the content stream “Offers”. Please remove it there first.',
    }),
    [
      '2 items of the content stream “Offers”',
      '1 image: “Poster”',
      '2 videos: “Clip” and “Trailer”',
      '1 brand kit: “Sunrise Bakery”',
      '1 waiting post will go out with the other file',
      '1 post will ask for approval again',
      '3 posts being sent at this moment will not change',
      'Finished already, and to be made again: “Clip”',
      'The previous file stays. It is used by the content stream “Offers”. Please remove it there first.',
    ],
  );
});
