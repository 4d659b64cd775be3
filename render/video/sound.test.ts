import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { timelineOf, type Tile } from '../layout/index.ts';
import { aProject, aTile } from '../testing.ts';
import type { Media } from './materials.ts';
import { graphOf, soundKeyOf, soundPlanOf, type SoundPlan } from './sound.ts';

const sound = (hash: string, video: Media['facts']['video'] = null): Media => ({
  path: `/${hash}`,
  hash,
  facts: { demuxer: video === null ? 'mp3' : 'mov', seconds: 4, sounds: 1, video },
});
const media = new Map([
  ['music', sound('music')],
  ['speech', sound('speech')],
  [
    'clip',
    sound('clip', { width: 320, height: 180, codec: 'h264', picture: { pixelRatio: 1, transfer: null, matrix: null } }),
  ],
  ['silent', { ...sound('silent'), facts: { ...sound('silent').facts, sounds: 0 } }],
]);

function planOf(tiles: readonly Tile[], volume: number | null = null): SoundPlan {
  const project = aProject(tiles, { music: volume === null ? null : { file: 'music', volume } });
  return soundPlanOf(project, { timeline: timelineOf(tiles), media });
}

const clip = (volume: number, file = 'clip'): Tile =>
  aTile({ media: { kind: 'video', file, startSeconds: 1, volume } });
const speaking = aTile({ seconds: 1, speech: { file: 'speech', seconds: 3, words: '' } });

describe('planning the sound of a video', () => {
  test('the sound has one section per slide, exactly as long as its frames; consecutive silences are one', () => {
    const { speech, samples } = planOf([aTile(), aTile(), speaking, aTile()]);
    assert.deepEqual(
      speech.map((stretch) => [stretch.sound?.media.hash ?? null, stretch.samples]),
      [
        [null, 120 * 1470],
        ['speech', 102 * 1470],
        [null, 60 * 1470],
      ],
    );
    assert.equal(samples, 282 * 1470);
  });

  test('the sound omits muted parts and clips without sound', () => {
    const { clips, music } = planOf([clip(0), clip(1, 'silent'), aTile()], 0);
    assert.deepEqual([clips.map(({ sound: heard }) => heard), music], [[null], null]);
  });

  test('the sound ducks music under speech, and a clip under the speech over it', () => {
    const alone = graphOf(planOf([aTile()], 1)).graph;
    assert.equal(alone.match(/sidechaincompress/g), null);
    const both = graphOf(planOf([{ ...clip(0.5), speech: { file: 'speech', seconds: 1, words: '' } }], 1)).graph;
    assert.equal(both.match(/sidechaincompress/g)?.length, 2);
  });

  test('only the music is looped', () => {
    const { inputs, loops } = graphOf(planOf([speaking, clip(1)], 1));
    assert.deepEqual(
      inputs.map(({ media: { hash } }) => hash),
      ['speech', 'clip', 'music'],
    );
    assert.equal(loops, 2);
  });

  test('a video without any sound gets silence of the right length', () => {
    assert.match(graphOf(planOf([aTile()])).graph, /^anullsrc.*atrim=end_sample=88200\[out\]$/);
  });

  test('the sound uses no filter that ffmpeg of 2018 lacks', () => {
    assert.doesNotMatch(graphOf(planOf([speaking, clip(1)], 1)).graph, /whole_dur|normalize|dropout/);
  });

  test('another volume, gain or text length makes another sound piece, and another picture does not', () => {
    const key = (tiles: readonly Tile[], volume: number): string => soundKeyOf(planOf(tiles, volume), '7.0');
    assert.equal(key([aTile({ text: 'One' })], 1), key([aTile({ text: 'Two' })], 1));
    assert.notEqual(key([aTile()], 1), key([aTile()], 0.5));
    assert.notEqual(key([aTile()], 1), key([aTile({ seconds: 3 })], 1));
  });
});
