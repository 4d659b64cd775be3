import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fitOf, type FitLimits, type ImageToFit, type VideoToFit } from './media-fit.ts';

const free: FitLimits = { imageBytes: null, videoBytes: null, videoSeconds: null };
const image = (facts: Partial<ImageToFit> = {}): ImageToFit => ({
  kind: 'image',
  sizeBytes: 1_000_000,
  width: 4000,
  height: 3000,
  ...facts,
});
const video = (facts: Partial<VideoToFit> = {}): VideoToFit => ({
  kind: 'video',
  sizeBytes: 10_000_000,
  width: 1280,
  height: 720,
  durationMs: 60_000,
  videoCodec: 'h264',
  audioCodec: 'aac',
  pixelFormat: 'yuv420p',
  framesPerSecond: 30,
  picture: null,
  ...facts,
});

test('media without a limit fits', () => {
  assert.deepEqual(fitOf(image({ sizeBytes: 1e9 }), free, 'Vimeo'), { kind: 'fits' });
  assert.deepEqual(fitOf(video({ durationMs: 1e9, videoCodec: 'av1' }), free, 'Vimeo'), { kind: 'fits' });
});

test('a picture of too many bytes is encoded again at its size', () => {
  assert.deepEqual(fitOf(image({ sizeBytes: 4_500_000 }), { ...free, imageBytes: 4_000_000 }, 'Facebook'), {
    kind: 'shrink',
    width: 4000,
    height: 3000,
    underBytes: 4_000_000,
  });
});

test('a picture of too many pixels is shrunk in proportion', () => {
  const fit = fitOf(image({ width: 8000, height: 6000 }), { ...free, media: { imagePixels: 12_000_000 } }, 'LinkedIn');
  assert.deepEqual(fit, { kind: 'shrink', width: 4000, height: 3000, underBytes: null });
  assert.deepEqual(
    fitOf(image({ width: 9000, height: 3000 }), { ...free, media: { imageSides: 10_000 } }, 'Telegram'),
    { kind: 'shrink', width: 7500, height: 2500, underBytes: null },
  );
});

test('a picture that is too long and narrow does not fit, and the message says so', () => {
  assert.deepEqual(fitOf(image({ width: 4100, height: 200 }), { ...free, media: { imageRatio: 20 } }, 'Telegram'), {
    kind: 'unfit',
    message: 'This picture is too long and narrow for Telegram: one side may be at most 20 times the other.',
  });
  assert.deepEqual(fitOf(image({ width: 200, height: 4000 }), { ...free, media: { imageRatio: 20 } }, 'Telegram'), {
    kind: 'fits',
  });
});

test('a video that is too long or too short does not fit, and the message says so', () => {
  assert.deepEqual(fitOf(video({ durationMs: 192_000 }), { ...free, videoSeconds: 140 }, 'Twitter'), {
    kind: 'unfit',
    message: 'This video is 3:12 long; Twitter takes at most 2:20.',
  });
  assert.deepEqual(fitOf(video({ durationMs: 140_000 }), { ...free, videoSeconds: 140 }, 'Twitter'), { kind: 'fits' });
  assert.deepEqual(fitOf(video({ durationMs: 2900 }), { ...free, media: { videoSecondsLeast: 3 } }, 'LinkedIn'), {
    kind: 'unfit',
    message: 'This video is shorter than 3 seconds, the least LinkedIn takes.',
  });
});

test('a video of too many or too few bytes does not fit', () => {
  assert.equal(fitOf(video({ sizeBytes: 60_000_000 }), { ...free, videoBytes: 50_000_000 }, 'Telegram').kind, 'unfit');
  assert.equal(
    fitOf(video({ sizeBytes: 70_000 }), { ...free, media: { videoBytesLeast: 75_000 } }, 'LinkedIn').kind,
    'unfit',
  );
});

test('a video in a codec, size or frame rate that the network does not take is encoded again', () => {
  const limits: FitLimits = {
    ...free,
    media: {
      videoCodecs: ['h264'],
      audioCodecs: ['aac'],
      pixelFormats: ['yuv420p'],
      videoLongSide: 1920,
      videoShortSide: 1080,
      videoFramesPerSecond: 60,
    },
  };
  const transcoded = { kind: 'transcode', width: 1920, height: 1080, framesPerSecond: 60 };
  for (const facts of [
    { videoCodec: 'hevc' },
    { audioCodec: 'mp3' },
    { pixelFormat: 'yuv444p' },
    { width: 2560 },
    { width: 1440, height: 1440 },
    { width: 1920, height: 1200 },
    { framesPerSecond: 120 },
    { picture: { pixelRatio: 64 / 45, transfer: null, matrix: null } },
    { picture: { pixelRatio: 1, transfer: 'arib-std-b67', matrix: 'bt2020nc' } },
  ]) {
    assert.deepEqual(fitOf(video(facts), limits, 'Twitter'), transcoded, JSON.stringify(facts));
  }
  assert.deepEqual(fitOf(video({ width: 2160, height: 3840 }), limits, 'Twitter'), {
    ...transcoded,
    width: 1080,
    height: 1920,
  });
  for (const facts of [
    {},
    { width: 720, height: 1280 },
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { audioCodec: '' },
    { picture: { pixelRatio: 1, transfer: 'bt709', matrix: 'bt709' } },
    { videoCodec: null, pixelFormat: null, framesPerSecond: null, width: null },
  ]) {
    assert.deepEqual(fitOf(video(facts), limits, 'Twitter'), { kind: 'fits' }, JSON.stringify(facts));
  }
});
