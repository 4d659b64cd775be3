import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { tutorialNames, type TutorialName } from '#contract/app/help-tutorials.ts';
import { findFfmpeg } from '../../base/media/ffmpeg.ts';
import { detailsOf } from '../../base/media/video.ts';
import { aServer } from '../testing/server.ts';
import { tutorialPath, tutorials } from './tutorials.ts';

const server = await aServer();
const { tour } = tutorials;
const pathOf = (name: string): string => tutorialPath(name) ?? assert.fail(`no tutorial has the file ${name}`);
const video = pathOf(tour.files.video);
const bytes = readFileSync(video);
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.send(path, { method, headers });

describe('a tutorial is served', () => {
  const address = `/films/${tour.files.video}`;

  test('a video has its type, may be cached forever, and is not sent again to a browser that has it', async () => {
    const reply = await get(address);
    assert.deepEqual(
      [reply.status, reply.headers.get('content-type'), Number(reply.headers.get('content-length'))],
      [200, 'video/mp4', bytes.length],
    );
    assert.match(reply.headers.get('cache-control') ?? '', /^public, max-age=31536000, immutable$/);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(Buffer.from(await reply.arrayBuffer()).equals(bytes));
    assert.equal((await get(address, { 'if-none-match': reply.headers.get('etag') ?? '' })).status, 304);
    const head = await get(address, {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('accept-ranges'), await head.text()], [200, 'bytes', '']);
  });

  test('a player gets the parts of a video that it requests', async () => {
    const size = bytes.length;
    const cases: [string, number, string, Buffer][] = [
      ['bytes=0-1', 206, `bytes 0-1/${size}`, bytes.subarray(0, 2)],
      ['bytes=1000-1999', 206, `bytes 1000-1999/${size}`, bytes.subarray(1000, 2000)],
      [`bytes=${size - 10}-`, 206, `bytes ${size - 10}-${size - 1}/${size}`, bytes.subarray(size - 10)],
      ['bytes=-5', 206, `bytes ${size - 5}-${size - 1}/${size}`, bytes.subarray(size - 5)],
      [`bytes=${size}-`, 416, `bytes */${size}`, Buffer.alloc(0)],
    ];
    for (const [range, status, contentRange, body] of cases) {
      const reply = await get(address, { range });
      assert.deepEqual([reply.status, reply.headers.get('content-range')], [status, contentRange], range);
      assert.ok(Buffer.from(await reply.arrayBuffer()).equals(body), range);
    }
  });

  test('a poster and the tracks are served, each with its type', async () => {
    const { poster, captions, descriptions, chapters } = tour.files;
    for (const [name, type] of [
      [poster, 'image/webp'],
      [captions, 'text/vtt; charset=utf-8'],
      [descriptions, 'text/vtt; charset=utf-8'],
      [chapters, 'text/vtt; charset=utf-8'],
    ] as const) {
      const reply = await get(`/films/${name}`);
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, type], name);
      assert.ok((await reply.arrayBuffer()).byteLength > 0);
    }
  });

  test('a file that no tutorial names is not found, and that answer is not cached', async () => {
    for (const name of [
      'texts.json',
      'film.json',
      'tour-0000000000000000.mp4',
      '..%2ftexts.json',
      'tour%2f' + tour.files.video,
    ]) {
      const reply = await get(`/films/${name}`);
      assert.deepEqual([reply.status, reply.headers.get('cache-control')], [404, null], name);
    }
  });
});

const caption = z.object({ says: z.string(), seen: z.string() });
const texts = z.object({
  title: z.string(),
  voice: z.boolean().default(false),
  acts: z.array(z.object({ title: z.string(), captions: z.array(caption) })),
});

test('the tour, which starts by itself, is silent; the others have a voice', () => {
  const isSpoken = (name: TutorialName): boolean =>
    texts.parse(JSON.parse(readFileSync(`${dirname(pathOf(tutorials[name].files.video))}/texts.json`, 'utf8'))).voice;
  assert.deepEqual(
    tutorialNames.map((name) => [name, isSpoken(name)]),
    tutorialNames.map((name) => [name, name !== 'tour']),
  );
});

for (const tutorialName of tutorialNames)
  describe(`the tutorial ${tutorialName}`, () => {
    const tutorial = tutorials[tutorialName];
    const path = pathOf(tutorial.files.video);
    const content = readFileSync(path);
    const folder = dirname(path);
    const written = texts.parse(JSON.parse(readFileSync(`${folder}/texts.json`, 'utf8')));
    const captions = tutorial.chapters.flatMap((chapter) => chapter.captions);

    test('the video is H.264 that every browser plays, of the size and length in film.json', async () => {
      const facts = await detailsOf(await findFfmpeg(null), { path, agencyId: '' });
      assert.ok(facts);
      assert.deepEqual(
        [
          facts.videoCodec,
          facts.pixelFormat,
          facts.audioCodec,
          facts.width,
          facts.height,
          tutorial.width,
          tutorial.height,
        ],
        ['h264', 'yuv420p', written.voice ? 'aac' : '', 1280, 720, 1280, 720],
      );
      assert.ok(
        Math.abs(facts.durationMs / 1000 - tutorial.seconds) < 0.1,
        `${facts.durationMs} ms, film.json says ${tutorial.seconds} s`,
      );
      assert.ok(tutorial.seconds >= 20 && tutorial.seconds <= 120, `${tutorial.seconds} s`);
      assert.ok(content.length < 4_000_000, `${content.length} bytes`);
    });

    test('the video can play before it is fully loaded: its index comes first', () => {
      assert.ok(content.indexOf('moov') < content.indexOf('mdat') && content.indexOf('moov') > 0);
    });

    test('the file names are hashes of the content, and no file of an earlier version is left', () => {
      for (const name of Object.values(tutorial.files))
        assert.equal(
          /^([a-z-]+)-(\w+)\./.exec(name)?.slice(1).join(' '),
          `${tutorialName} ${createHash('sha256')
            .update(readFileSync(pathOf(name)))
            .digest('hex')
            .slice(0, 16)}`,
          name,
        );
      assert.deepEqual(
        readdirSync(folder).toSorted(),
        [...Object.values(tutorial.files), 'film.json', 'texts.json'].toSorted(),
      );
    });

    test(`the tutorial shows the words of texts.json; if not, run npm run make-tour -- ${tutorialName}`, () => {
      const { title, acts } = written;
      assert.equal(tutorial.title, title);
      assert.deepEqual(
        tutorial.chapters.map((chapter) => ({
          title: chapter.title,
          captions: chapter.captions.map(({ says, seen }) => ({ says, seen })),
        })),
        acts.map((act) => ({ title: act.title, captions: act.captions })),
      );
      assert.doesNotMatch(readFileSync(`${folder}/texts.json`, 'utf8'), /agency ?reel/i, 'every brand shows it');
    });

    test('each caption is shown long enough to be read, one after the other, within the length', () => {
      for (const { says, start, end } of captions)
        assert.ok(end - start >= says.length * 0.06, `“${says}” stands ${(end - start).toFixed(1)} s`);
      for (const [index, { start, end }] of captions.entries())
        assert.ok(start >= (captions[index - 1]?.end ?? 0) && end > start && end <= tutorial.seconds);
      for (const { start, captions: own } of tutorial.chapters) assert.equal(start, own[0]?.start);
    });

    test('the tracks show their texts at the times in film.json', () => {
      const cuesOf = (name: string) =>
        [...readFileSync(pathOf(name), 'utf8').matchAll(/^(\d\d):(\d\d):(\d\d\.\d{3}) --> .*\n(.+)/gm)].map(
          ([, hours, minutes, seconds, text]) => [Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), text],
        );
      assert.deepEqual(
        cuesOf(tutorial.files.captions).slice(1, -1),
        captions.map(({ start, says }) => [start, says]),
      );
      assert.deepEqual(
        cuesOf(tutorial.files.descriptions),
        captions.map(({ start, seen }) => [start, seen]),
      );
      assert.deepEqual(
        cuesOf(tutorial.files.chapters),
        tutorial.chapters.map(({ start, title }) => [start, title]),
      );
    });
  });

test('fetch-film answers the addresses of the tutorial’s files', async () => {
  for (const name of tutorialNames) {
    const { video: address, poster, tracks, chapters, seconds } = await server.ask('fetch-film', { name });
    for (const each of [address, poster, ...Object.values(tracks)])
      assert.equal((await get(each, {}, 'HEAD')).status, 200, each);
    assert.ok(chapters.length > 0 && seconds > 0);
  }
});
