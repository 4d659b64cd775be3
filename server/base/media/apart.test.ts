import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { test } from 'vitest';
import { openApart, type Apart } from './apart.ts';
import { decoded } from './decode.ts';
import { unfinished } from './works.ts';

const dir = mkdtempSync(join(tmpdir(), 'agencyreel-apart-'));
const limits = { idleMs: 60_000, longestMs: 60_000 };
const original = join(dir, 'original.jpg');
writeFileSync(
  original,
  await sharp({ create: { width: 3200, height: 2600, channels: 3, background: '#c96' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
);

let files = 0;
/** A new file with a large picture that has camera metadata. */
function aLargePicture(): string {
  files += 1;
  const path = join(dir, `picture-${files}`);
  copyFileSync(original, path);
  return path;
}

/** The id of the process, once it runs. */
async function pidOf(apart: Apart, not?: number): Promise<number> {
  const found = (): number | undefined => (apart.pid() === not ? undefined : apart.pid());
  await until(() => found() !== undefined);
  return found() ?? assert.fail('the process is gone again');
}

/** Kills the process as soon as it runs; `not` is the id of one that is known to be dead. */
async function killed(apart: Apart, not?: number): Promise<number> {
  const pid = await pidOf(apart, not);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Waits until a process has ended. */
async function gone(pid: number): Promise<void> {
  const runs = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false; // there is no such process
    }
  };
  await until(() => !runs());
}

/** Suspends the process (SIGSTOP). */
const freeze = async (apart: Apart): Promise<boolean> => process.kill(await pidOf(apart), 'SIGSTOP');

test('a large picture is processed in its file, by a process of low priority without our environment', async () => {
  const apart = openApart(limits);
  const paths = [aLargePicture(), aLargePicture()];
  const [first, second] = [
    await apart.run({ work: 'ready', path: paths[0] ?? '' }),
    await apart.run({ work: 'square', path: paths[1] ?? '' }),
  ];
  assert.ok(typeof first === 'object' && typeof second === 'object');
  assert.deepEqual([first.width, first.height, first.contentType], [2600, 3200, 'image/jpeg']);
  assert.deepEqual([second.width, second.height], [512, 512]);
  const { exif, orientation, width } = await sharp(paths[0]).metadata();
  assert.deepEqual([exif, orientation, width], [undefined, undefined, 2600]);
  assert.equal((await sharp(first.thumbnail).metadata()).format, 'webp');
  const pid = await pidOf(apart);
  assert.equal(getPriority(pid), constants.priority.PRIORITY_BELOW_NORMAL);
  if (existsSync(`/proc/${pid}/task`)) {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
    assert.ok(threads.filter((priority) => priority === 10).length >= 4, `decoding threads: ${threads.join()}`);
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /HOME=|PATH=|DATABASE_URL|SECRET/);
  }
  await killed(apart);
});

test('a damaged large picture is reported as damaged, and the process takes the next one', async () => {
  const apart = openApart(limits);
  const path = aLargePicture();
  writeFileSync(path, readFileSync(path).subarray(0, 20_000));
  assert.equal(await apart.run({ work: 'ready', path }), 'damaged');
  const pid = apart.pid();
  assert.equal(typeof (await apart.run({ work: 'ready', path: aLargePicture() })), 'object');
  assert.equal(apart.pid(), pid);
  await killed(apart);
});

test('a picture whose process dies is tried once more in another process', async () => {
  const apart = openApart(limits);
  const path = aLargePicture();
  const running = apart.run({ work: 'ready', path });
  const first = await killed(apart);
  const facts = await running;
  assert.ok(typeof facts === 'object');
  assert.equal(facts.width, 2600);
  assert.notEqual(apart.pid(), first);
  await killed(apart);
});

test('a picture whose process dies twice is given up, and its file is unchanged', async () => {
  const apart = openApart(limits);
  const path = aLargePicture();
  const running = apart.run({ work: 'ready', path });
  await killed(apart, await killed(apart));
  assert.equal(await running, 'gaveUp');
  assert.deepEqual([readFileSync(path).equals(readFileSync(original)), existsSync(unfinished(path))], [true, false]);
  assert.equal(typeof (await apart.run({ work: 'ready', path })), 'object');
  await killed(apart);
});

test('a picture that takes too long is given up, its process ends, and the next one gets another process', async () => {
  const apart = openApart({ ...limits, longestMs: 300 });
  const running = apart.run({ work: 'ready', path: aLargePicture() });
  await freeze(apart);
  const pid = await pidOf(apart);
  assert.equal(await running, 'gaveUp');
  assert.notEqual(apart.pid(), pid);
  await gone(pid);
});

test('an idle process ends, and does not keep its parent alive until then', async () => {
  const apart = openApart({ ...limits, idleMs: 0 });
  assert.equal(typeof (await apart.run({ work: 'ready', path: aLargePicture() })), 'object');
  await until(() => apart.pid() === undefined);
  const job = { work: 'ready', path: aLargePicture() };
  const script = `
    import { openApart } from ${JSON.stringify(new URL('apart.ts', import.meta.url).href)};
    console.log(typeof await openApart(${JSON.stringify(limits)}).run(${JSON.stringify(job)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(stdout, 'object\n');
});

test('the large pictures of two agencies take turns, and small ones overtake them', async () => {
  const done: string[] = [];
  const make = async (name: string, path: string): Promise<void> => {
    const facts = await decoded('ready', { path, agencyId: name.charAt(0) });
    assert.ok(typeof facts === 'object');
    done.push(name);
  };
  const small = join(dir, 'small.png');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
    .png()
    .toFile(small);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => make(name, aLargePicture()));
  const others = [make('b1', aLargePicture()), make('c small', small)];
  await Promise.all([...flood, ...others]);
  assert.equal(done[0], 'c small');
  // Headers are read concurrently, so the pictures of one agency may come in any order: one is being decoded, one is
  // next.
  assert.ok(done.indexOf('b1') <= 3, done.join());
});
