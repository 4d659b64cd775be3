import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { aProject, aTile } from '../testing.ts';
import { captionAt, srtOf, stretchesOf, textsOf } from './captions.ts';

const spoken = (words: string, seconds: number) => aTile({ seconds: 1, speech: { file: 'speech', seconds, words } });
const long =
  'Plan, create and publish for every client from one calendar, on nine networks, without a single late post, ' +
  'and see every month what came of it.';

describe('captions of a slide', () => {
  test('captions cover a slide from its first frame to its last, in the order of the words', () => {
    for (const tile of [spoken('Hello there. How are you?', 2), spoken(long, 9), spoken('Hi', 0.2), spoken('', 3)]) {
      const stretches = stretchesOf(tile, true);
      let end = 0;
      for (const { from, frames } of stretches) {
        assert.equal(from, end);
        assert.ok(frames > 0);
        end += frames;
      }
      const whole = Math.max(30, Math.ceil(((tile.speech?.seconds ?? 0) + 0.4) * 30));
      assert.equal(end, whole);
      const words = stretches.flatMap(({ caption }) => caption ?? []).join(' ');
      assert.equal(words, tile.speech?.words);
    }
  });

  test('captions of a long sentence are parts of at most two lines, cut between words', () => {
    const parts = stretchesOf(spoken(long, 9), true).flatMap(({ caption }) => caption ?? []);
    assert.ok(parts.length === 2 && parts.every((part) => part.length <= 84), JSON.stringify(parts));
  });

  test('captions last at least half a second, so that none changes within a transition', () => {
    const words = 'A. B. C. D. E. F. G. H. I. J.';
    const cues = stretchesOf(spoken(words, 2), true).filter(({ caption }) => caption !== null);
    assert.ok(cues.every(({ frames }) => frames >= 15));
  });

  test('there are no captions where they are switched off, nor after the speech', () => {
    assert.deepEqual(stretchesOf(spoken('Hello', 1), false), [{ from: 0, frames: 42, caption: null }]);
    const tile = aTile({ seconds: 5, speech: { file: 'speech', seconds: 1, words: 'Hello' } });
    assert.equal(captionAt(tile, 0), 'Hello');
    assert.equal(captionAt(tile, 60), null);
    assert.deepEqual(textsOf(aProject([tile])), []);
    assert.deepEqual(textsOf(aProject([tile], { captions: true })), ['Hello']);
  });

  test('captions are SubRip text with the times of the whole video', () => {
    const project = aProject([aTile({ seconds: 2 }), spoken('One "two" & <three>. Four.', 3.6)]);
    assert.equal(
      srtOf(project),
      '1\r\n00:00:02,000 --> 00:00:05,200\r\nOne "two" & <three>.\r\n\r\n' +
        '2\r\n00:00:05,200 --> 00:00:06,000\r\nFour.\r\n',
    );
    assert.equal(srtOf(aProject()), '');
  });
});
