/** Extreme texts, files and lengths: the video is correct, or a message says why there is none. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findFfmpeg, type Ffmpeg } from '../ffmpeg/find.ts';
import type { Tile, VideoProject } from '../layout/index.ts';
import { aClip, aPhoto, aTone, madeBy } from '../testing-media.ts';
import { aProject, aTile, testMeans } from '../testing.ts';
import { messageOf } from './failure.ts';
import type { RenderEnd, RenderInput } from './input.ts';
import { packetsOf } from './join.ts';
import { renderVideo } from './render-video.ts';

let ffmpeg: Ffmpeg;
let dir: string;
const file = (name: string): string => join(dir, 'files', name);

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'render-hostile-'));
  await mkdir(join(dir, 'files'));
  await Promise.all([
    aPhoto(join(dir, 'files'), 'photo.jpg'),
    aTone(ffmpeg, file('speech.wav'), { seconds: 4, hertz: 660 }),
    writeFile(file('corrupt.jpg'), Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 7)])),
  ]);
});
afterAll(() => rm(dir, { recursive: true }));

const render = (project: VideoProject, over: Partial<RenderInput> = {}): Promise<RenderEnd> =>
  renderVideo({
    project,
    fileOf: (name) => (name.startsWith('emoji:') ? undefined : { path: file(name) }),
    fontsFor: testMeans().fontsFor,
    ffmpeg,
    out: join(dir, 'out.mp4'),
    cacheDir: join(dir, 'cache'),
    tempDir: join(dir, 'temp'),
    ...over,
  });

function rendered(end: RenderEnd): Extract<RenderEnd, { kind: 'rendered' }> {
  assert.ok(end.kind === 'rendered', JSON.stringify(end));
  return end;
}
const square = { ratio: '1:1' } as const;
const short = (over: Partial<Tile> = {}): Tile => aTile({ seconds: 1, transition: 'none', ...over });

describe('extreme texts', () => {
  const texts = [
    String.raw`'single' "double" \back\slash: colon, 100% {brace} [x] $(rm -rf /) ;|&`,
    'drawtext=text=%{pts}:x=1,split[a][b];%n',
    '\u{1F680}\u{1F469}\u{1F3FD}\u200D\u{1F680}\u{1F1E9}\u{1F1EA}',
    'مرحبا بالعالم — שלום עולם',
    'สวัสดีชาวโลก ภาษาไทย',
    `${'A long word after another. '.repeat(75)}end`,
    'x'.repeat(2_000),
    '\u0000\u0007\u202e hidden \ud800',
  ];
  test('a text of any kind is drawn, and as a caption too', async () => {
    const tiles = texts.map((text) => short({ text }));
    const words = texts.slice(0, 5).join('. ');
    const speaking = short({ speech: { file: 'speech.wav', seconds: 4, words } });
    const { frames } = rendered(await render(aProject([...tiles, speaking], { ...square, captions: true })));
    assert.equal(frames, texts.length * 30 + 132);
  });
});

describe('extreme clips', () => {
  const clips: readonly { what: string; size?: string; args: string[] }[] = [
    { what: 'without sound', args: ['-an'] },
    { what: 'of 60 frames a second', args: ['-r', '60'] },
    { what: 'of odd sides', size: '321x181', args: ['-pix_fmt', 'yuv444p'] },
    { what: 'of frames at uneven times', args: ['-vf', "select='not(mod(n,3))+lt(n,9)'", '-vsync', 'vfr'] },
  ];
  test('a clip with uneven, odd, rotated, fast or silent frames has the frames of its slide', async () => {
    const tiles: Tile[] = [];
    for (const [index, { size = '320x180', args }] of clips.entries()) {
      await aClip(ffmpeg, file(`clip-${index}.mp4`), { seconds: 1.2, size, args });
      const media = { kind: 'video', file: `clip-${index}.mp4`, startSeconds: 0, volume: 1 } as const;
      tiles.push(short({ media }), short({ media, text: 'Blurred', blur: true }));
    }
    const turned = { kind: 'video', file: 'turned.mp4', startSeconds: 0, volume: 1 } as const;
    await madeBy(ffmpeg, file(turned.file), ['-display_rotation', '90', '-i', file('clip-1.mp4'), '-c', 'copy']);
    const { frames } = rendered(await render(aProject([...tiles, short({ media: turned })], square)));
    assert.equal(frames, clips.length * 60 + 30);
    assert.equal((await packetsOf(join(dir, 'out.mp4'), { ffmpeg })).length, frames);
  });
});

describe('extreme projects', () => {
  test('projects of one second and of a hundred slides have the frames of their slides', async () => {
    assert.equal(rendered(await render(aProject([short()], square))).frames, 30);
    const many = Array.from({ length: 100 }, () => short());
    assert.equal(rendered(await render(aProject(many, square))).frames, 3_000);
  });

  test('editing the seventh of sixty slides makes only one piece', async () => {
    const slides = Array.from({ length: 60 }, (_, at) =>
      short({ media: { kind: 'colour', colour: `#${String(100_000 + at * 997)}` } }),
    );
    const cacheDir = join(dir, 'sixty');
    assert.equal(rendered(await render(aProject(slides, square), { cacheDir })).made, 61);
    const edited = slides.with(6, short({ text: 'Other words' }));
    assert.equal(rendered(await render(aProject(edited, square), { cacheDir })).made, 1);
  });

  for (const { what, project, message } of [
    {
      what: 'a corrupt picture',
      project: aProject([short(), short({ media: { kind: 'image', file: 'corrupt.jpg' } })]),
      message: 'The picture of slide 2 cannot be used: it is damaged.',
    },
    {
      what: 'a missing picture',
      project: aProject([short({ media: { kind: 'image', file: 'gone.jpg' } })]),
      message: 'The picture of slide 1 cannot be used: it is not there any more.',
    },
    {
      what: 'a picture in place of a speech',
      project: aProject([short({ speech: { file: 'photo.jpg', seconds: 1, words: '' } })]),
      message: 'The speech of slide 1 cannot be used: it is not a video or sound that can be read.',
    },
  ])
    test(`a project with ${what} ends with an explanation, and no file remains`, async () => {
      const end = await render(project, { out: join(dir, 'none.mp4') });
      assert.ok(end.kind === 'bad-media', JSON.stringify(end));
      assert.equal(messageOf(end), message);
      assert.deepEqual(await readdir(join(dir, 'temp')), []);
      assert.ok(!(await readdir(dir)).includes('none.mp4'));
    });

  test('a project that exceeds its size limit is encoded below it, with all its frames', async () => {
    const noise = ['-f', 'lavfi', '-i', 'color=c=gray:s=360x360:r=30:d=3,noise=alls=100:allf=t'];
    await madeBy(ffmpeg, file('noise.mp4'), [
      ...noise,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ]);
    const media = { kind: 'video', file: 'noise.mp4', startSeconds: 0, volume: 0 } as const;
    const project = aProject([short({ media, seconds: 3 })], square);
    const whole = rendered(await render(project));
    const underBytes = 900_000;
    assert.ok(whole.sizeBytes > underBytes, `${whole.sizeBytes} bytes`);
    const { sizeBytes, frames, made } = rendered(await render(project, { underBytes }));
    assert.ok(sizeBytes < underBytes, `${sizeBytes} bytes`);
    assert.deepEqual([frames, made], [90, 0]);
  });
});
