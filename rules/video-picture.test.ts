import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isHdr, sdrFilters, squareFilters, squareSize, videoPictureIn } from './video-picture.ts';

const stream = (rest: string): string => `Input #0\n  Stream #0:0[0x1](und): Video: ${rest}\nOutput #0, null`;

describe('the picture that a file describes', () => {
  const cases = [
    ['h264 (High), yuv420p(progressive), 640x360 [SAR 1:1 DAR 16:9], 25 fps', 1, null, null],
    ['h264 (High), yuv420p, 640x360, 25 fps', 1, null, null],
    ['h264 (High), yuv420p(tv, bt709, progressive), 720x576 [SAR 64:45 DAR 16:9]', 64 / 45, 'bt709', 'bt709'],
    [
      'hevc (Main 10) (hvc1 / 0x31), yuv420p10le(tv, bt2020nc/bt2020/arib-std-b67), 64x36 [SAR 1:1 DAR 16:9]',
      1,
      'bt2020nc',
      'arib-std-b67',
    ],
    ['h264, yuvj420p(pc, bt470bg/unknown/unknown, progressive), 640x360', 1, 'bt470bg', null],
    ['h264, yuv420p(tv, unknown/bt709/bt709), 640x360 [SAR 0:1 DAR 0:1]', 1, null, 'bt709'],
  ] as const;
  for (const [said, pixelRatio, matrix, transfer] of cases)
    test(said, () => {
      assert.deepEqual(videoPictureIn(stream(said)), { pixelRatio, matrix, transfer });
    });
});

test('HLG and PQ are HDR', () => {
  const of = (transfer: string | null) => isHdr({ pixelRatio: 1, matrix: null, transfer });
  assert.deepEqual(['arib-std-b67', 'smpte2084', 'bt709', null].map(of), [true, true, false, false]);
});

test('a picture with square pixels keeps its detail in both directions', () => {
  assert.deepEqual(squareSize({ width: 720, height: 576 }, 64 / 45), { width: 1024, height: 576 });
  assert.deepEqual(squareSize({ width: 720, height: 480 }, 8 / 9), { width: 720, height: 540 });
  assert.deepEqual(squareFilters({ pixelRatio: 1, matrix: null, transfer: null }), []);
});

test('a video without colours has those that browsers assume for its height', () => {
  const plain = { pixelRatio: 1, matrix: null, transfer: null };
  assert.match(sdrFilters(plain, 719).join(), /in_color_matrix=bt601/);
  assert.match(sdrFilters(plain, 720).join(), /in_color_matrix=bt709/);
  assert.doesNotMatch(sdrFilters({ ...plain, matrix: 'smpte170m' }, 1080).join(), /in_color_matrix/);
});
