import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findFfmpeg } from '../ffmpeg/find.ts';
import { aPhoto, aTone } from '../testing-media.ts';
import { aProject, aTile, testMeans } from '../testing.ts';
import { KeptFacts } from './kept-facts.ts';
import { renderVideo } from './render-video.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kept-facts-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Counts how often a picture is read. */
function reading(size = { width: 4, height: 3 }) {
  const counted = { times: 0, read: async () => (counted.times++, size) };
  return counted;
}

test('a picture is read once, and again by the next version of its reader or after a damaged entry', async () => {
  const counted = reading();
  const facts = new KeptFacts(join(dir, 'notes'), 'reader 1');
  assert.deepEqual(await facts.picture('ab12', counted.read), { width: 4, height: 3 });
  assert.deepEqual(await facts.picture('ab12', counted.read), { width: 4, height: 3 });
  assert.equal(counted.times, 1);
  await new KeptFacts(join(dir, 'notes'), 'reader 2').picture('ab12', counted.read);
  assert.equal(counted.times, 2);
  const [note = ''] = (await readdir(join(dir, 'notes'), { recursive: true })).filter((name) => name.endsWith('.json'));
  for (const broken of ['{"reader":"reader 2","fa', '{"reader":"reader 2","facts":{"width":-1,"height":3}}']) {
    await writeFile(join(dir, 'notes', note), broken);
    await new KeptFacts(join(dir, 'notes'), 'reader 2').picture('ab12', counted.read);
  }
  assert.equal(counted.times, 4);
});

test('facts of an unusable file are not cached', async () => {
  const facts = new KeptFacts(join(dir, 'refused'), 'reader');
  await assert.rejects(
    facts.picture('ab12', () => Promise.reject(new Error('it is damaged'))),
    { message: 'it is damaged' },
  );
  assert.deepEqual(await facts.picture('ab12', reading().read), { width: 4, height: 3 });
});

test('a render whose pieces are all cached starts ffmpeg only to join and to count', async () => {
  const found = await findFfmpeg(null);
  const files = join(dir, 'files');
  await mkdir(files);
  await aPhoto(files, 'photo.jpg');
  await aTone(found, join(files, 'music.mp3'), { seconds: 1 });
  const [path, log] = [join(dir, 'counted-ffmpeg'), join(dir, 'starts')];
  await writeFile(path, `#!/bin/sh\necho started >> '${log}'\nexec '${found.path}' "$@"\n`);
  await chmod(path, 0o755);
  const project = aProject(
    [aTile({ media: { kind: 'image', file: 'photo.jpg' }, seconds: 1 }), aTile({ seconds: 1, text: 'Words' })],
    { ratio: '1:1', music: { file: 'music.mp3', volume: 0.5 } },
  );
  const starts = async (): Promise<number> => {
    await writeFile(log, '');
    const end = await renderVideo({
      project,
      fileOf: (name) => ({ path: join(files, name) }),
      fontsFor: testMeans().fontsFor,
      ffmpeg: { ...found, path },
      out: join(dir, 'out.mp4'),
      cacheDir: join(dir, 'cache'),
      tempDir: join(dir, 'temp'),
    });
    assert.equal(end.kind, 'rendered', JSON.stringify(end));
    return (await readFile(log, 'utf8')).split('\n').length - 1;
  };
  // Sound, two slides and their transition, and the music's facts.
  assert.equal(await starts(), 5 + 3);
  assert.equal(await starts(), 2);
});
