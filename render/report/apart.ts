/** Writes reports in a separate process, so that they cost a publishing worker neither time nor memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '#concurrency/bare-environment.ts';
import { stepBack } from '../priority.ts';
import type { ReportOptions, WrittenReport } from './write-report.ts';

/** The message to the process: a report, and the path it is written to. */
export type ReportPlan = Omit<ReportOptions, 'onProgress' | 'signal' | 'sweep'> & { path: string };

/** The answer of the process. `peakBytes` is its peak of memory. */
export type ReportWord =
  | { kind: 'progress'; share: number }
  | { kind: 'end'; written: WrittenReport; peakBytes: number }
  | { kind: 'broken'; message: string };

/**
 * Writes a report as `writeReport` does, at a `priority` (0 to 19) below the machine's other processes. If `signal`
 * aborts or `onProgress` throws, the process is ended and the reason thrown.
 */
export async function writeReportApart(
  path: string,
  { onProgress, signal, priority = 19, ...plan }: Omit<ReportOptions, 'sweep'> & { priority?: number },
): Promise<WrittenReport & { peakBytes: number }> {
  signal.throwIfAborted();
  const child = launch(priority);
  try {
    return await endOf(child, { plan: { ...plan, path }, onProgress, signal });
  } finally {
    child.kill('SIGKILL');
  }
}

function launch(priority: number): ChildProcess {
  const child = fork(fileURLToPath(new URL('./report-child.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Most objects of drawing are short-lived, and pictures take memory outside the heap: with a small young
    // generation, collections in between, and glibc returning freed memory, a report of 2,000 posts with 300 pictures
    // stays under 200 MB (`npm run bench -- reports`).
    execArgv: ['--no-warnings', '--expose-gc', '--max-old-space-size=512', '--max-semi-space-size=1'],
    // Emoji and the logo are sent as bytes.
    serialization: 'advanced',
    // The process needs no other environment variables.
    env: bareEnvironment({
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    }),
  });
  stepBack(child.pid, priority);
  return child;
}

type Means = { plan: ReportPlan } & Pick<ReportOptions, 'onProgress' | 'signal'>;

function endOf(
  child: ChildProcess,
  { plan, onProgress, signal }: Means,
): Promise<WrittenReport & { peakBytes: number }> {
  return new Promise((resolve, reject) => {
    let said = '';
    // Messages are handled one after the other, and the end comes after all of them.
    let told: Promise<void> = Promise.resolve();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.on('message', (word: ReportWord) => {
      switch (word.kind) {
        case 'progress':
          told = told.then(() => onProgress(word.share));
          told.catch(reject);
          break;
        case 'end':
          told.then(() => resolve({ ...word.written, peakBytes: word.peakBytes }), reject);
          break;
        case 'broken':
          reject(new Error(`the report broke: ${word.message}`));
          break;
        default:
          word satisfies never;
      }
    });
    child.once('error', reject);
    child.once('exit', (code, how) => reject(new Error(`the report ended by itself (${how ?? code}): ${said.trim()}`)));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    child.send(plan);
  });
}
