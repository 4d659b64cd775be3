/** Renders in a process of its own, at low priority, so that it does not slow down a publishing worker. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '#concurrency/bare-environment.ts';
import type { RenderEnd, RenderProgress } from './input.ts';
import { giveWay } from './give-way.ts';
import type { RenderPlan } from './plan.ts';

type Word =
  | { kind: 'progress'; progress: RenderProgress }
  | { kind: 'end'; end: RenderEnd }
  | { kind: 'broken'; message: string };

type Options = {
  signal: AbortSignal;
  onProgress: (progress: RenderProgress) => void;
  /** How far its priority is below all others: 0 to 19, by default 19. */
  priority?: number;
};

/** How long a process may take to empty its folder after it is told to stop, in milliseconds. */
const lastWordsMs = 5_000;

/**
 * Renders a plan. If the signal aborts, the process and its children are ended and the result is `cancelled`. Throws if
 * the process crashed, which is a fault of this program or of the machine.
 */
export async function renderApart(
  plan: RenderPlan,
  { signal, onProgress, priority = 19 }: Options,
): Promise<RenderEnd> {
  if (signal.aborted) return { kind: 'cancelled' };
  const child = launch(priority);
  let killing: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (child.connected) child.send('stop');
    killing = setTimeout(() => killGroup(child), lastWordsMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await endOf(child, plan, { signal, onProgress });
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(killing);
    killGroup(child);
  }
}

function launch(priority: number): ChildProcess {
  const child = fork(fileURLToPath(new URL('./render-child.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--no-warnings', '--max-old-space-size=512'],
    // The process needs no other environment variables.
    env: bareEnvironment({ PATH: process.execPath }),
    // A process group of its own, so that its children end with it.
    detached: true,
  });
  if (child.pid !== undefined) giveWay(child.pid, priority);
  return child;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // None of its processes is running any more.
  }
}

function endOf(child: ChildProcess, plan: RenderPlan, { signal, onProgress }: Options): Promise<RenderEnd> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.on('message', (word: Word) => {
      if (word.kind === 'progress') onProgress(word.progress);
      else if (word.kind === 'end') resolve(word.end);
      else reject(new Error(`the render broke: ${word.message}`));
    });
    child.once('error', reject);
    child.once('exit', (code, how) => {
      if (signal.aborted) resolve({ kind: 'cancelled' });
      else reject(new Error(`the render ended by itself (${how ?? code}): ${said.trim()}`));
    });
    child.send(plan);
  });
}
