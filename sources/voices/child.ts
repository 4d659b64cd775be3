/** Runs an engine in a process of its own, with limits on time and output, ended by a signal. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '#concurrency/bare-environment.ts';

/** How an engine ended: its output, or the end of its error text. */
export type ChildEnd = { kind: 'done'; output: Buffer } | { kind: 'failed'; tail: string } | { kind: 'timed-out' };

type ChildRun = { input: unknown; limitSeconds: number; signal?: AbortSignal | undefined };

const mostBytes = 100_000_000;

/** Runs a program of this folder with JSON on its standard input. Rejects with the signal's reason if it is aborted. */
export function runChild(program: string, { input, ...limits }: ChildRun): Promise<ChildEnd> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const args = ['--no-warnings', '--max-old-space-size=256', path];
  return runProgram(process.execPath, args, { ...limits, input: JSON.stringify(input) });
}

/** Runs any program with a text on its standard input, without a shell. Rejects as `runChild` does. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, limitSeconds, signal }: Omit<ChildRun, 'input'> & { input: string },
): Promise<ChildEnd> {
  signal?.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // The engine needs no environment variables of this process.
    env: bareEnvironment(),
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  } catch {
    // The process has already ended, or the platform has no priorities.
  }
  const ended = { byLimit: false };
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    ended.byLimit = true;
    kill();
  }, limitSeconds * 1000);
  signal?.addEventListener('abort', kill);
  const parts: Buffer[] = [];
  let [size, said] = [0, ''];
  child.stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size > mostBytes) kill();
    else parts.push(part);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  // An engine that ends before it has read its text explains that by its exit code.
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  }).catch((error: Error) => {
    said = error.message; // the program is missing or not executable
    return null;
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', kill);
  signal?.throwIfAborted();
  if (ended.byLimit) return { kind: 'timed-out' };
  return code === 0 ? { kind: 'done', output: Buffer.concat(parts) } : { kind: 'failed', tail: said.trim() };
}
