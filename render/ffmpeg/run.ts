/** Runs one ffmpeg, without a shell, at low priority, under limits of time and memory, until a signal ends it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { stepBack } from '../priority.ts';
import type { Ffmpeg } from './find.ts';

/** How a run ended. `said` and `tail` are the last 64,000 and 2,000 characters of ffmpeg's log. */
export type FfmpegEnd =
  | { kind: 'done'; said: string }
  | { kind: 'failed'; code: number | null; tail: string }
  | { kind: 'no-room' }
  | { kind: 'timed-out'; limitSeconds: number };

/** Writes to ffmpeg's standard input; waits until there is room. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/**
 * `feed` writes what ffmpeg reads at pipe:0 and `read` receives what it writes at pipe:1, no faster than it is
 * consumed. `memoryBytes` bounds its address space where prlimit is installed (Linux), 3 GB by default.
 */
export type FfmpegRun = {
  args: readonly string[];
  limitSeconds: number;
  signal?: AbortSignal | undefined;
  memoryBytes?: number;
  feed?: (write: Write) => Promise<void>;
  read?: (output: AsyncIterable<Buffer>) => Promise<void>;
};

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));
const keptCharacters = 64_000;
const tailCharacters = 2_000;
const lowPriority = 10;

/**
 * Runs ffmpeg to its end. Rejects with the signal's reason when it is aborted, and with what `feed` or `read` throw.
 */
export async function runFfmpeg({ path }: Ffmpeg, run: FfmpegRun): Promise<FfmpegEnd> {
  run.signal?.throwIfAborted();
  const child = start(path, run);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptCharacters);
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const ended = { byLimit: false };
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => {
    ended.byLimit = true;
    kill();
  }, run.limitSeconds * 1000);
  run.signal?.addEventListener('abort', kill);
  // A failure outside ffmpeg takes precedence over its exit code, which is then only a consequence.
  const beside = await Promise.allSettled(
    [closed, feeding(child, run), reading(child, run)].map((work) =>
      work.catch((error: unknown) => {
        kill();
        throw error;
      }),
    ),
  );
  clearTimeout(timer);
  run.signal?.removeEventListener('abort', kill);
  run.signal?.throwIfAborted();
  if (ended.byLimit) return { kind: 'timed-out', limitSeconds: run.limitSeconds };
  for (const each of beside) {
    if (each.status === 'rejected') throw each.reason;
  }
  const code = await closed;
  if (code === 0) return { kind: 'done', said };
  return saysNoRoom(said) ? { kind: 'no-room' } : { kind: 'failed', code, tail: said.slice(-tailCharacters).trim() };
}

function start(path: string, { args, feed, read, memoryBytes = 3_000_000_000 }: FfmpegRun): ChildProcess {
  const own = [
    '-hide_banner',
    '-nostats',
    ...(feed === undefined ? ['-nostdin'] : []),
    '-max_alloc',
    '536870912',
    '-y',
    ...args,
  ];
  const [program, all] = prlimit === undefined ? [path, own] : [prlimit, [`--as=${memoryBytes}`, '--', path, ...own]];
  const child = spawn(program, all, {
    stdio: [feed === undefined ? 'ignore' : 'pipe', read === undefined ? 'ignore' : 'pipe', 'pipe'],
    windowsHide: true,
  });
  stepBack(child.pid, Math.max(getPriority(), lowPriority));
  return child;
}

async function feeding({ stdin }: ChildProcess, { feed }: FfmpegRun): Promise<void> {
  if (feed === undefined || stdin === null) return;
  let broken = false;
  // ffmpeg closes the pipe when it has enough input or fails: its exit code shows which.
  stdin.on('error', () => {
    broken = true;
  });
  await feed((bytes) => (broken || stdin.destroyed ? Promise.resolve() : written(stdin, bytes)));
  stdin.end();
}

async function written(stdin: Writable, bytes: Uint8Array): Promise<void> {
  if (stdin.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      stdin.off('drain', go).off('close', go).off('error', go);
      resolve();
    };
    stdin.on('drain', go).on('close', go).on('error', go);
  });
}

async function reading({ stdout }: ChildProcess, { read }: FfmpegRun): Promise<void> {
  if (read === undefined || stdout === null) return;
  const output: AsyncIterable<Buffer> = stdout;
  await read(output);
  // Output that the reader did not consume must still be drained, or ffmpeg would wait forever.
  if (!stdout.destroyed) stdout.resume();
  await finished(stdout).catch(() => undefined);
}

/** Whether ffmpeg's log, or an error's message, means that the disk is full. */
export const saysNoRoom = (said: string): boolean => /No space left on device|ENOSPC|Disk quota exceeded/.test(said);
