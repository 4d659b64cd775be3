/** Fixtures of the tests of trends. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenDone } from '#db/testing-ends.ts';
import { aVideo } from '../../content/streams/testing.ts';

/** The path of a program that takes yt-dlp's arguments and writes a short video to `--output`. */
export async function aDownloader(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'downloader-'));
  whenDone(() => rm(dir, { recursive: true, force: true }));
  const [video, program] = [join(dir, 'video.mp4'), join(dir, 'yt-dlp')];
  await writeFile(video, await aVideo());
  await writeFile(program, `#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncp "${video}" "$2"\n`);
  await chmod(program, 0o755);
  return program;
}
