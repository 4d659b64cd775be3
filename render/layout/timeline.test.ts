import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { aTile } from '../testing.ts';
import { framesOf, momentAt, timelineOf } from './timeline.ts';

describe('timelines', () => {
  for (const { seconds, speech, frames } of [
    { seconds: 5, speech: null, frames: 150 },
    { seconds: 5, speech: 4, frames: 150 },
    { seconds: 5, speech: 6.01, frames: 193 },
    { seconds: 1.017, speech: null, frames: 31 },
  ]) {
    test(`a slide of ${seconds} s with a speech of ${speech ?? 'no'} s has ${frames} frames`, () => {
      assert.equal(framesOf({ seconds, speech: speech === null ? null : { seconds: speech } }), frames);
    });
  }

  test('the length of the video is the sum of its slides, whatever the transitions', () => {
    const { frames, slides } = timelineOf([
      aTile({ transition: 'wipe' }),
      aTile({ seconds: 1, transition: 'none' }),
      aTile({ seconds: 3 }),
    ]);
    assert.equal(frames, 60 + 30 + 90);
    assert.deepEqual(slides, [
      { start: 0, frames: 60, entry: null },
      { start: 60, frames: 30, entry: { effect: 'wipe', frames: 15 } },
      { start: 90, frames: 90, entry: null },
    ]);
  });

  test('a transition goes from after the slide before it to before the slide it introduces', () => {
    const timeline = timelineOf([aTile(), aTile()]);
    assert.equal(momentAt(timeline, 59).entering, null);
    assert.deepEqual(momentAt(timeline, 60), {
      slide: 1,
      frame: 0,
      entering: { from: 0, effect: 'fade', progress: 1 / 16 },
    });
    assert.deepEqual(momentAt(timeline, 74).entering?.progress, 15 / 16);
    assert.deepEqual(momentAt(timeline, 75), { slide: 1, frame: 15, entering: null });
  });

  test('a frame outside the video is its first or its last', () => {
    const timeline = timelineOf([aTile()]);
    assert.equal(momentAt(timeline, -5).frame, 0);
    assert.equal(momentAt(timeline, 1_000).frame, 59);
  });
});
