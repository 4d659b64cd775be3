import assert from 'node:assert/strict';
import { test } from 'vitest';
import { acceptOf, limitsInWords, refusalOf, type FileStreamType } from './check-file.ts';

const wrong = 'You have Selected Invalid File Type';
const large = 'Max Uploaded Size for Image 5MB, Video 20MB';

const cases: [FileStreamType, string, number, string | null][] = [
  ['image', 'a.JPG', 1, null],
  ['image', 'a.png', 4_999_999, null],
  ['image', 'a.png', 5_000_000, large],
  ['image', 'a.gif', 1, wrong],
  ['image', 'a.mp4', 1, wrong],
  ['video', 'a.mp4', 19_999_999, null],
  ['video', 'a.mp4', 20_000_000, large],
  ['video', 'no ending', 1, wrong],
];

for (const [type, name, size, expected] of cases) {
  test(`${name} of ${size} bytes is ${expected ? 'refused' : 'accepted'} for a stream of type ${type}`, () => {
    assert.equal(refusalOf({ name, size }, type), expected);
  });
}

test('the limits stated and offered are those of the rules', () => {
  assert.equal(limitsInWords('image'), 'JPG, JPEG, PNG, under 5 MB each');
  assert.equal(limitsInWords('video'), 'MP4, under 20 MB each');
  assert.deepEqual(acceptOf('video'), { 'video/mp4': ['.mp4'] });
});
