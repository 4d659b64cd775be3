import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { measureLoudness } from '../audio/measure.ts';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import { slideLayout, type Tile, type VideoProject } from '../layout/index.ts';
import { aClip, aPhoto, aTone, madeBy } from '../testing-media.ts';
import { aProject, aStyle, aTile, testMeans } from '../testing.ts';
import { messageOf } from './failure.ts';
import type { RenderEnd, RenderInput, RenderProgress } from './input.ts';
import { packetsOf } from './join.ts';
import { renderVideo } from './render-video.ts';

let ffmpeg: Ffmpeg;
let dir: string;

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'render-test-'));
  await mkdir(join(dir, 'files'));
  const file = (name: string): string => join(dir, 'files', name);
  await Promise.all([
    aPhoto(join(dir, 'files'), 'one.jpg'),
    aPhoto(join(dir, 'files'), 'two.jpg', { seed: 3 }),
    aClip(ffmpeg, file('clip.mp4'), { seconds: 1.5 }),
    aTone(ffmpeg, file('music.mp3'), { seconds: 1 }),
    aTone(ffmpeg, file('speech.wav'), { seconds: 1, hertz: 660 }),
  ]);
});
afterAll(() => rm(dir, { recursive: true }));

function inputOf(project: VideoProject, over: Partial<RenderInput> = {}): RenderInput {
  return {
    project,
    fileOf: (name) => ({ path: join(dir, 'files', name) }),
    fontsFor: testMeans().fontsFor,
    ffmpeg,
    out: join(dir, 'out.mp4'),
    cacheDir: join(dir, 'cache'),
    tempDir: join(dir, 'temp'),
    ...over,
  };
}

const image = (file: string): Tile['media'] => ({ kind: 'image', file });
const video = (over: Partial<Extract<Tile['media'], { kind: 'video' }>> = {}): Tile['media'] => ({
  kind: 'video',
  file: 'clip.mp4',
  startSeconds: 0,
  volume: 1,
  ...over,
});
const mixed = [
  aTile({ media: image('one.jpg'), text: 'Grow', seconds: 1, transition: 'slide-left' }),
  aTile({ media: video(), text: 'A clip', seconds: 1, transition: 'zoom' }),
  aTile({
    media: image('two.jpg'),
    text: 'Behind',
    blur: true,
    seconds: 1,
    speech: { file: 'speech.wav', seconds: 1, words: '' },
  }),
];
const square = {
  ratio: '1:1',
  music: { file: 'music.mp3', volume: 0.5 },
  logo: { file: 'two.jpg', position: 'top-left' },
} as const;

function rendered(end: RenderEnd): Extract<RenderEnd, { kind: 'rendered' }> {
  assert.ok(end.kind === 'rendered', JSON.stringify(end));
  return end;
}

const piecesIn = async (cache: string): Promise<string[]> =>
  (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.mp4')).map((name) => join(cache, name));

describe('rendered videos', () => {
  test('a video has its slides’ frames and one set of parameters; a change remakes only its own pieces', async () => {
    const project = aProject(mixed, square);
    const reports: RenderProgress[] = [];
    const first = rendered(await renderVideo(inputOf(project, { onProgress: (report) => reports.push(report) })));
    assert.equal(first.frames, 30 + 30 + 42);
    assert.deepEqual(
      reports.map(({ made }) => made),
      Array.from({ length: first.pieces + 1 }, (_, made) => made),
    );
    assert.equal(reports.at(-1)?.secondsLeft, 0);
    const parameters = await Promise.all((await piecesIn(join(dir, 'cache'))).map(extradataOf));
    assert.equal(new Set(parameters.filter((each) => each.video)).size > 0, true);
    assert.equal(new Set(parameters.flatMap((each) => each.video ?? [])).size, 1);
    assert.equal((await packetsOf(join(dir, 'out.mp4'), { ffmpeg })).length, first.frames);

    const [one, two, three] = mixed;
    assert.ok(one && two && three);
    const again = rendered(await renderVideo(inputOf(project)));
    assert.equal(again.made, 0);
    const edited = rendered(await renderVideo(inputOf(aProject([one, two, { ...three, text: 'Other' }], square))));
    assert.equal(edited.made, 2);
    assert.deepEqual(await readdir(join(dir, 'temp')), []);
  });

  test('a transition goes into a clip without a jump, with box and marks in the same colours', async () => {
    const boxed = aStyle({ size: 60, box: { colour: '#ff2200', opacity: 0.5, radius: 0 } });
    const project = aProject(
      [
        aTile({ seconds: 1 }),
        aTile({ media: video({ file: 'still.mp4' }), seconds: 1, text: 'A clip', textStyle: boxed }),
      ],
      square,
    );
    await madeBy(ffmpeg, join(dir, 'files', 'still.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'color=c=0x3366aa:s=320x180:r=30:d=3',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
    ]);
    rendered(await renderVideo(inputOf(project, { out: join(dir, 'seam.mp4') })));
    const [drawn, composed] = [await frameOf(join(dir, 'seam.mp4'), 44), await frameOf(join(dir, 'seam.mp4'), 46)];
    // The last frame of the fade still shows 1/16 of the slide before.
    const differences = [...drawn].map((value, at) => Math.abs(value - (composed[at] ?? 0)));
    const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
    assert.ok(mean < 5, `the mean difference is ${mean}`);
    const box = boxOf(composed, slideLayout(project, project.tiles[1] ?? aTile(), testMeans()).text?.box.x ?? 0);
    // Half of #ff2200 over #3366aa.
    assert.ok(
      Math.abs(box.red - 153) < 8 && Math.abs(box.green - 68) < 8 && Math.abs(box.blue - 85) < 8,
      JSON.stringify(box),
    );
  });

  test('a video holds the last picture of a clip that is shorter than its slide', async () => {
    const project = aProject([aTile({ media: video({ startSeconds: 60 }), seconds: 1 })], { ratio: '1:1' });
    rendered(await renderVideo(inputOf(project, { out: join(dir, 'held.mp4') })));
    const [early, late] = [await frameOf(join(dir, 'held.mp4'), 15), await frameOf(join(dir, 'held.mp4'), 29)];
    const worst = early.reduce((most, value, at) => Math.max(most, Math.abs(value - (late[at] ?? 0))), 0);
    assert.ok(worst < 40, `a still part differs by ${worst}`);
  });

  test('a video plays music that fades out, quieter under speech', async () => {
    const slides = [
      aTile({ seconds: 2, speech: { file: 'quiet.wav', seconds: 1, words: '' } }),
      aTile({ seconds: 3, transition: 'none' }),
    ];
    await aTone(ffmpeg, join(dir, 'files', 'quiet.wav'), { seconds: 2, hertz: 4000 });
    const out = join(dir, 'music.mp4');
    rendered(
      await renderVideo(
        inputOf(aProject(slides, { ...square, logo: null }), {
          out,
          fileOf: (name) => ({ path: join(dir, 'files', name), gainDb: name === 'music.mp3' ? 10 : 0 }),
        }),
      ),
    );
    const loudness = async (from: number, to: number): Promise<number> => {
      const part = join(dir, `part-${from}.wav`);
      await madeBy(ffmpeg, part, ['-i', out, '-af', `lowpass=f=500,atrim=${from}:${to},apad=whole_len=88200`, '-vn']);
      return (await measureLoudness(ffmpeg, part))?.peakDb ?? 0;
    };
    const [spoken, alone, end] = [await loudness(0.3, 0.9), await loudness(2.4, 3.2), await loudness(4.8, 5)];
    assert.ok(alone - spoken > 5, `${spoken} dB under speech, ${alone} dB alone`);
    assert.ok(alone - end > 12, `${end} dB at the end`);
  });
});

describe('renders that end without a video', () => {
  test('a failed render names the slide with a damaged, cut or forty-sound clip, and a missing logo', async () => {
    const files = join(dir, 'files');
    await copyFile(join(files, 'clip.mp4'), join(files, 'cut.mp4'));
    await truncate(join(files, 'cut.mp4'), Math.floor((await stat(join(files, 'cut.mp4'))).size * 0.7));
    const broken = await readFile(join(files, 'clip.mp4'));
    broken.fill(0x55, Math.floor(broken.length * 0.6), Math.floor(broken.length * 0.8));
    await writeFile(join(files, 'broken.mp4'), broken);
    await aClip(ffmpeg, join(files, 'forty.mp4'), {
      seconds: 1,
      args: ['-map', '0:v', ...Array.from({ length: 40 }, () => ['-map', '1:a']).flat()],
    });
    await writeFile(join(files, 'text.mp4'), 'This is a text.');
    for (const { file, reason } of [
      { file: 'cut.mp4', reason: 'it is damaged or not complete' },
      { file: 'broken.mp4', reason: 'it is damaged or not complete' },
      { file: 'forty.mp4', reason: 'it has 41 tracks, at most 12 are read' },
      { file: 'text.mp4', reason: 'it is not a video or sound that can be read' },
    ]) {
      const end = await renderVideo(
        inputOf(aProject([aTile(), aTile({ media: video({ file }) })], { ratio: '1:1' }), {
          out: join(dir, 'none.mp4'),
        }),
      );
      assert.ok(end.kind === 'bad-media', JSON.stringify(end));
      assert.deepEqual([end.location, end.part, end.reason], [{ kind: 'slide', index: 1 }, 'video', reason], file);
      assert.equal(messageOf(end), `The video of slide 2 cannot be used: ${reason}.`);
    }
    const end = await renderVideo(
      inputOf(aProject(), { fileOf: () => undefined, project: aProject([aTile()], square) }),
    );
    assert.ok(end.kind === 'bad-media' && end.location.kind === 'music');
    await assert.rejects(stat(join(dir, 'none.mp4')));
  });

  test('a cancelled render leaves only complete pieces behind', async () => {
    const stop = new AbortController();
    const cacheDir = join(dir, 'cancelled');
    const end = await renderVideo(
      inputOf(aProject(mixed, { ...square, ratio: '9:16' }), {
        cacheDir,
        out: join(dir, 'cancelled.mp4'),
        signal: stop.signal,
        onProgress: ({ made }) => {
          if (made === 2) stop.abort();
        },
      }),
    );
    assert.deepEqual(end, { kind: 'cancelled' });
    assert.deepEqual(await readdir(join(dir, 'temp')), []);
    assert.deepEqual(
      (await readdir(dir)).filter((name) => name.startsWith('cancelled')),
      ['cancelled'],
    );
    assert.deepEqual(
      (await readdir(cacheDir, { recursive: true })).filter((name) => name.endsWith('.part')),
      [],
    );
    assert.ok((await piecesIn(cacheDir)).length >= 2);
  });
});

/** The SPS and PPS of a piece; null for a sound piece. */
async function extradataOf(path: string): Promise<{ video: string | null }> {
  const said = await outputOf(['-i', path, '-map', '0', '-c', 'copy', '-f', 'framecrc', 'pipe:1']);
  const text = said.toString('latin1');
  return { video: text.includes('#media_type 0: video') ? (/#extradata 0: +(.*)/.exec(text)?.[1] ?? 'none') : null };
}

/** One frame of a video as RGB of 90 x 90 px. */
const frameOf = (path: string, frame: number): Promise<Buffer> =>
  outputOf([
    '-i',
    path,
    '-vf',
    `trim=start_frame=${frame}:end_frame=${frame + 1},format=rgb24,scale=90:90:flags=area`,
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    'pipe:1',
  ]);

/** The colour in the middle of the stage right of `x` (px of a stage 720 wide), where a box begins. */
function boxOf(frame: Buffer, x: number): { red: number; green: number; blue: number } {
  const at = (45 * 90 + Math.ceil(x / 8)) * 3;
  return { red: frame[at] ?? 0, green: frame[at + 1] ?? 0, blue: frame[at + 2] ?? 0 };
}

async function outputOf(args: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const end = await runFfmpeg(ffmpeg, {
    args,
    limitSeconds: 30,
    read: async (output) => {
      for await (const chunk of output) chunks.push(chunk);
    },
  });
  assert.equal(end.kind, 'done', JSON.stringify(end));
  return Buffer.concat(chunks);
}
