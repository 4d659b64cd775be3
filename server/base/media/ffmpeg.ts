/**
 * Runs ffmpeg on one file at a time, with a chosen build and within limits. Untrusted files are read with a forced
 * demuxer only.
 */
import { spawn } from 'node:child_process';
import { findFfmpeg as find } from '#render/ffmpeg/find.ts';
import { NoRoom, saysNoRoom } from '../storage/room.ts';
import { openGate } from './gate.ts';

/** The result of a run: its exit code (null if it was killed), its output, and its last messages. */
export type FfmpegRun = { code: number | null; stdout: Buffer; stderr: string };

const gate = openGate({ atOnce: 2, each: 1 });
const maxStderrCharacters = 64_000;

export { sayFfmpeg } from '#render/ffmpeg/find.ts';

/** The path of the ffmpeg to use (render/ffmpeg/find.ts). Throws if none runs with everything that is needed. */
export const findFfmpeg = async (configured: string | null): Promise<string> => (await find(configured)).path;

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
