import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, truncate, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findFfmpeg, sayFfmpeg, type Ffmpeg } from './find.ts';
import { demuxerOf, inputArgs, probeMedia } from './media.ts';
import { runFfmpeg } from './run.ts';

let ffmpeg: Ffmpeg;
let dir: string;

beforeAll(async () => {
  ffmpeg = await findFfmpeg(null);
  dir = await mkdtemp(join(tmpdir(), 'ffmpeg-test-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function make(name: string, args: readonly string[]): Promise<string> {
  const path = join(dir, name);
  const end = await runFfmpeg(ffmpeg, { args: [...args, path], limitSeconds: 30 });
  assert.equal(end.kind, 'done', JSON.stringify(end));
  return path;
}

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-movflags', '+faststart'];

describe('finding ffmpeg', () => {
  test('the configured ffmpeg is used or refused, never replaced by another one', async () => {
    await assert.rejects(findFfmpeg(join(dir, 'nothing')), /no ffmpeg that can render was found/);
    const fake = join(dir, 'fake');
    await writeFile(fake, '#!/bin/sh\necho ffmpeg version 9\n');
    await chmod(fake, 0o755);
    await assert.rejects(findFfmpeg(fake), /lacks encoder libx264/);
    assert.equal((await findFfmpeg(ffmpeg.path)).version, ffmpeg.version);
  });

  test('the system’s ffmpeg is used before npm’s if it has all that is needed; tests may pin npm’s', async () => {
    const script = (pin: string) =>
      `import { findFfmpeg, pinFfmpeg } from ${JSON.stringify(new URL('./find.ts', import.meta.url).href)};` +
      `${pin}; console.log((await findFfmpeg(null)).path)`;
    const chosen = async (pin = '') => {
      const env = { ...process.env, PATH: `${dir}:${process.env['PATH']}` };
      const given = ['--input-type=module', '--no-warnings', '-e', script(pin)];
      return (await promisify(execFile)(process.execPath, given, { env })).stdout.trim();
    };
    await writeFile(join(dir, 'ffmpeg'), '#!/bin/sh\necho ffmpeg version 9\n', { mode: 0o755 });
    assert.equal(await chosen(), ffmpeg.path, 'one that lacks an encoder');
    await writeFile(join(dir, 'ffmpeg'), `#!/bin/sh\nexec "${ffmpeg.path}" "$@"\n`, { mode: 0o755 });
    assert.equal(await chosen(), 'ffmpeg');
    assert.equal(await chosen('pinFfmpeg()'), ffmpeg.path);
  });

  test('the start says the build, or that none serves', async () => {
    assert.equal(await sayFfmpeg(ffmpeg.path), `ffmpeg: ${ffmpeg.version} (${ffmpeg.path})`);
    assert.match(await sayFfmpeg(join(dir, 'nothing')), /^Videos cannot be read or made: .*Install ffmpeg or set/);
  });
});

describe('running ffmpeg', () => {
  test('a run that fails says why, with the end of ffmpeg’s log', async () => {
    const end = await runFfmpeg(ffmpeg, {
      args: ['-f', 'mov', '-i', 'file:/nowhere.mp4', '-f', 'null', '-'],
      limitSeconds: 10,
    });
    assert.ok(end.kind === 'failed' && end.tail.includes('No such file'));
  });

  test('a run that takes too long is ended', async () => {
    const end = await runFfmpeg(ffmpeg, {
      args: ['-re', '-f', 'lavfi', '-i', 'anullsrc', '-f', 'null', '-'],
      limitSeconds: 0.3,
    });
    assert.deepEqual(end, { kind: 'timed-out', limitSeconds: 0.3 });
  });

  test('a run is ended by its signal, and rejects with its reason', async () => {
    const stop = new AbortController();
    const run = runFfmpeg(ffmpeg, {
      args: ['-f', 'lavfi', '-i', 'testsrc2', '-f', 'rawvideo', 'pipe:1'],
      limitSeconds: 30,
      signal: stop.signal,
      read: async (output) => {
        for await (const _chunk of output) stop.abort(new Error('no longer wanted'));
      },
    });
    await assert.rejects(run, /no longer wanted/);
  });

  test('a run rejects with the error of its reader', async () => {
    const run = runFfmpeg(ffmpeg, {
      args: ['-f', 'lavfi', '-i', 'testsrc2', '-f', 'rawvideo', 'pipe:1'],
      limitSeconds: 30,
      read: () => Promise.reject(new Error('reader broke')),
    });
    await assert.rejects(run, /reader broke/);
  });

  test('a run reads its input from a pipe and writes its output to one', async () => {
    const frame = Buffer.alloc(16 * 16 * 4, 200);
    let size = 0;
    const end = await runFfmpeg(ffmpeg, {
      args: [
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        '16x16',
        '-i',
        'pipe:0',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
        'pipe:1',
      ],
      limitSeconds: 10,
      feed: async (write) => {
        for (let at = 0; at < 50; at++) await write(frame);
      },
      read: async (output) => {
        for await (const chunk of output) size += chunk.length;
      },
    });
    assert.equal(end.kind, 'done');
    assert.equal(size, 50 * 16 * 16);
  });

  // Address space is bounded on Linux only.
  test('a run that exceeds its memory fails', { skip: process.platform !== 'linux' }, async () => {
    const end = await runFfmpeg(ffmpeg, {
      args: ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080', '-frames:v', '30', '-c:v', 'libx264', '-f', 'null', '-'],
      limitSeconds: 20,
      memoryBytes: 300_000_000,
    });
    assert.equal(end.kind, 'failed');
  });
});

describe('files of unknown origin', () => {
  test('a file is read by the reader for its first bytes', async () => {
    const named: [string, readonly string[]][] = [
      ['mov', [...picture, ...h264, '-f', 'mp4']],
      ['matroska', [...picture, ...h264, '-f', 'matroska']],
      ['wav', ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'wav']],
      ['mp3', ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'mp3']],
      ['aac', ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'adts']],
      ['ogg', ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'ogg']],
      ['flac', ['-f', 'lavfi', '-i', 'sine=d=1', '-f', 'flac']],
    ];
    for (const [demuxer, args] of named) assert.equal(await demuxerOf(await make(`kind-${demuxer}`, args)), demuxer);
    await writeFile(join(dir, 'list'), '#EXTM3U\nhttp://127.0.0.1/secret.ts\n');
    assert.equal(await demuxerOf(join(dir, 'list')), null);
  });

  test('a file’s displayed size, its length and its tracks are read', async () => {
    const path = await make('facts.mp4', [...picture, '-f', 'lavfi', '-i', 'sine=d=2', ...h264, '-c:a', 'aac']);
    assert.deepEqual(await probeMedia(ffmpeg, path), {
      demuxer: 'mov',
      seconds: 2,
      sounds: 1,
      video: { width: 320, height: 180, codec: 'h264', picture: { pixelRatio: 1, matrix: null, transfer: null } },
    });
  });

  test('a file with forty tracks is refused', async () => {
    const path = await make('forty.mp4', [
      ...picture,
      '-f',
      'lavfi',
      '-i',
      'sine=d=1',
      '-map',
      '0:v',
      ...Array.from({ length: 40 }, () => ['-map', '1:a']).flat(),
      ...h264,
      '-c:a',
      'aac',
    ]);
    assert.deepEqual(await probeMedia(ffmpeg, path), { unfit: 'it has 41 tracks, at most 12 are read' });
  });

  test('a file that was cut off before its index is refused', async () => {
    const path = await make('cut.mp4', [...picture, '-c:v', 'libx264', '-preset', 'ultrafast']);
    await truncate(path, (await stat(path)).size / 2);
    assert.deepEqual(await probeMedia(ffmpeg, path), { unfit: 'it is damaged or not complete' });
  });

  test('a file cannot make ffmpeg open another file or an address', async () => {
    await writeFile(
      join(dir, 'list.ffconcat'),
      `ffconcat version 1.0\nfile '${await make('other.mp4', [...picture, ...h264])}'\n`,
    );
    const end = await runFfmpeg(ffmpeg, {
      args: [...inputArgs(join(dir, 'list.ffconcat'), { demuxer: 'mov' }), '-f', 'null', '-'],
      limitSeconds: 10,
    });
    assert.equal(end.kind, 'failed');
  });
});
