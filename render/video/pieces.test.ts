import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { slideLayout, stageOf, timelineOf, type VideoProject } from '../layout/index.ts';
import { aProject, aTile, testMeans } from '../testing.ts';
import { viewsOf, type Materials, type Media } from './materials.ts';
import { playlistOf, stillParts } from './pieces.ts';

const clip: Media = {
  path: '/clip.mp4',
  hash: 'clip-1',
  facts: {
    demuxer: 'mov',
    seconds: 4,
    sounds: 1,
    video: { width: 320, height: 180, codec: 'h264', picture: { pixelRatio: 1, transfer: null, matrix: null } },
  },
};

function materialsOf(project: VideoProject): Materials {
  const means = testMeans({ 'clip.mp4': { width: 320, height: 180 } });
  return {
    stage: stageOf(project.ratio),
    timeline: timelineOf(project.tiles),
    layouts: project.tiles.map((tile) => slideLayout(project, tile, means)),
    views: viewsOf(project, means),
    media: new Map([['clip.mp4', clip]]),
    hashOf: (name) => `hash of ${name}`,
    picture: () => Promise.reject(new Error('nothing is drawn here')),
  };
}

const playsOf = (project: VideoProject): ReturnType<typeof playlistOf> =>
  playlistOf(project, materialsOf(project), '7.0');
const keysOf = (project: VideoProject): Set<string> => new Set(playsOf(project).map(({ piece }) => piece.key));
const video = { kind: 'video', file: 'clip.mp4', startSeconds: 0, volume: 1 } as const;

/** Numbers from 0 up to 1 that are the same in every run (the generator of "Numerical Recipes"). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const slides = [
  aTile({ text: 'One', seconds: 5 }),
  aTile({ text: 'Two', seconds: 5 }),
  aTile({ media: video, text: 'Three' }),
  aTile({ text: 'Four' }),
];

describe('pieces of a video', () => {
  test('the pieces play as many frames as the timeline has', () => {
    for (const seconds of [1, 2, 3.3, 4.7, 5, 61.03]) {
      const project = aProject([
        aTile({ seconds }),
        aTile({ seconds: seconds + 1, transition: 'none' }),
        aTile({ seconds, media: video }),
      ]);
      const frames = playsOf(project).reduce((sum, { piece, times }) => sum + piece.frames * times, 0);
      assert.equal(frames, timelineOf(project.tiles).frames);
    }
  });

  test('pieces have at least three frames each and add up, whatever the lengths, captions and transitions', () => {
    const random = randomFrom(16);
    const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
    const words = ['Hi.', 'Yes. No.', 'A. B. C. D. E. F.', 'Plan it once. It goes out on time.', 'word '.repeat(60)];
    for (let round = 0; round < 200; round++) {
      const tiles = Array.from({ length: between(1, 4) }, () =>
        aTile({
          media: random() < 0.3 ? video : aTile().media,
          seconds: between(30, 200) / 30,
          transition: random() < 0.5 ? 'fade' : 'none',
          speech:
            random() < 0.3
              ? null
              : { file: 'speech', seconds: between(1, 150) / 30, words: words[between(0, words.length - 1)] ?? '' },
        }),
      );
      const project = aProject(tiles, { captions: random() < 0.7 });
      const plays = playsOf(project);
      const said = JSON.stringify(tiles.map(({ seconds, speech, transition }) => ({ seconds, speech, transition })));
      assert.ok(
        plays.every(({ piece }) => piece.frames >= 3),
        `${plays.map(({ piece }) => `${piece.kind} ${piece.frames}`).join(', ')} of ${said}`,
      );
      const frames = plays.reduce((sum, { piece, times }) => sum + piece.frames * times, 0);
      assert.equal(frames, timelineOf(tiles).frames, said);
    }
  });

  test('a slide with captions plays all its frames, cut where the caption changes', () => {
    const words = 'Plan it once. It goes out on time, every time. See what came of it.';
    const spoken = (media: VideoProject['tiles'][number]['media']) =>
      aTile({ media, speech: { file: 'speech', seconds: 5, words } });
    const tiles = [spoken({ kind: 'colour', colour: '#335577' }), spoken(video)];
    const [bare, captioned] = [aProject(tiles), aProject(tiles, { captions: true })];
    const framesOf = (project: VideoProject): number =>
      playsOf(project).reduce((sum, { piece, times }) => sum + piece.frames * times, 0);
    assert.equal(framesOf(captioned), framesOf(bare));
    const clips = playsOf(captioned).filter(({ piece }) => piece.kind === 'clip');
    assert.equal(clips.length, 3);
    assert.equal(new Set(playsOf(captioned).map(({ piece }) => JSON.stringify(piece.caption))).size, 3);
  });

  test('a slide with another text changes only its own pieces and the transitions at both its ends', () => {
    const [one, two, three, four] = slides;
    assert.ok(one && two && three && four);
    const [before, after] = [keysOf(aProject(slides)), keysOf(aProject([one, { ...two, text: 'Other' }, three, four]))];
    assert.equal([...after].filter((key) => !before.has(key)).length, 3);
  });

  test('a speech shorter than its slide changes no picture; equal slides share their pieces', () => {
    const [one] = slides;
    assert.ok(one);
    assert.deepEqual(
      keysOf(aProject([{ ...one, speech: { file: 'speech.wav', seconds: 2, words: '' } }])),
      keysOf(aProject([one])),
    );
    assert.equal(keysOf(aProject([one, one, one])).size, 3);
  });

  test('a clip that starts elsewhere, another ratio and another build of ffmpeg make other pieces', () => {
    const project = aProject([aTile({ media: video })]);
    const others = [
      keysOf(aProject([aTile({ media: { ...video, startSeconds: 1 } })])),
      keysOf(aProject([aTile({ media: video })], { ratio: '1:1' })),
      new Set(playlistOf(project, materialsOf(project), '5.1').map(({ piece }) => piece.key)),
    ];
    const own = keysOf(project);
    for (const keys of others) assert.ok([...keys].every((key) => !own.has(key)));
  });

  test('a blurred clip is drawn, an unblurred one is left to ffmpeg', () => {
    const kinds = (over: Parameters<typeof aTile>[0]): string[] =>
      playsOf(aProject([aTile({ media: video, ...over })])).map(({ piece }) => piece.kind);
    assert.deepEqual(kinds({ blur: true, text: 'Hello' }), ['drawn']);
    assert.deepEqual(kinds({ blur: true, text: '' }), ['clip']);
  });
});

for (const { frames, parts } of [
  { frames: 150, parts: [[50, 3]] },
  { frames: 60, parts: [[60, 1]] },
  {
    frames: 61,
    parts: [
      [31, 1],
      [30, 1],
    ],
  },
  {
    frames: 122,
    parts: [
      [41, 2],
      [40, 1],
    ],
  },
  { frames: 7, parts: [[7, 1]] },
  { frames: 1800, parts: [[60, 30]] },
]) {
  test(`a still of ${frames} frames is ${parts.map(([length, times]) => `${times} x ${length}`).join(' + ')}`, () => {
    assert.deepEqual(
      stillParts(frames).map((part) => [part.frames, part.times]),
      parts,
    );
  });
}
