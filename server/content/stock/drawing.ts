/**
 * Draws and composes the results of the embedded sources, in separate processes of low priority: a piece of music takes
 * up to three seconds of a processor, a loop more, and no call waits for them.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { drawingAnswer, type DrawingAnswer, type DrawingJob } from './drawing-words.ts';
import { createSemaphore, SemaphoreError } from '#concurrency/semaphore.ts';

/** The outcome of a drawing. `gaveUp`: it took too long, or its process died. `busy`: too much is waiting already. */
export type Drawn = { outcome: 'made' | 'gaveUp' | 'busy' } | { outcome: 'refused'; message: string };

/** Draws one thing after the other in a process that starts with the first one and ends after a while without work. */
export type Drawer = { draw(job: Omit<DrawingJob, 'id'>, turn: Turn): Promise<Drawn>; stop(): void };

/**
 * The caller, an agency or an address; callers take turns. `signal` ends the wait, if nobody else waits for the same
 * file.
 */
export type Turn = { whose: string; signal?: AbortSignal };

/** How long a process lives without work, and how long one drawing may take. */
const idleMs = 30_000;
const longestMs = 120_000;
/** How many drawings may wait: for each caller a page of results of each kind, and those scrolled past meanwhile. */
const limits = { permits: 1, mostWaiting: 400, mostWaitingPerKey: 100 };

/** Opens a drawer; it starts no process yet. */
export function openDrawer(): Drawer {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let jobs = 0;
  const semaphore = createSemaphore(limits);

  const stop = (): void => {
    clearTimeout(idle);
    if (child?.connected === true) child.disconnect();
    child = null;
  };
  const start = (): ChildProcess => {
    const started = launch();
    const forget = (): void => {
      if (child === started) child = null;
    };
    started.once('exit', forget);
    started.once('error', forget);
    return started;
  };
  const drawNow = async (job: Omit<DrawingJob, 'id'>): Promise<Drawn> => {
    clearTimeout(idle);
    const working = (child ??= start());
    working.ref();
    working.channel?.ref();
    jobs += 1;
    const answer = await answerOf(working, { ...job, id: jobs });
    if (answer === null) {
      working.kill('SIGKILL');
      if (child === working) child = null;
      return { outcome: 'gaveUp' };
    }
    // An idle process does not keep this one alive.
    working.unref();
    working.channel?.unref();
    idle = setTimeout(stop, idleMs).unref();
    if (answer.outcome === 'failed') throw new Error(`an embedded source: ${answer.message}`);
    return answer.outcome === 'made' ? { outcome: 'made' } : { outcome: 'refused', message: answer.message };
  };
  return {
    stop,
    draw: async (job, { whose, signal }) => {
      try {
        return await semaphore.run(() => drawNow(job), { key: whose, signal });
      } catch (error) {
        if (error instanceof SemaphoreError) return { outcome: 'busy' };
        throw error;
      }
    },
  };
}

/** Starts the process without our environment. */
function launch(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./drawing-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  try {
    // NOTE set from outside and at once: on Linux this is the priority of a thread, and the threads that it starts
    // inherit it.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or this system has no priorities: then it draws at our priority.
  }
  return child;
}

/** The answer to a job; null if the process died or took too long. */
function answerOf(child: ChildProcess, job: DrawingJob): Promise<DrawingAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: DrawingAnswer | null): void => {
      clearTimeout(limit);
      child.off('message', hear);
      child.off('exit', die);
      child.off('error', die);
      resolve(answer);
    };
    const hear = (message: unknown): void => {
      const said = drawingAnswer.safeParse(message);
      if (said.success && said.data.id === job.id) settle(said.data);
    };
    const die = (): void => settle(null);
    const limit = setTimeout(die, longestMs);
    child.on('message', hear);
    child.once('exit', die);
    child.once('error', die);
    // If the process has ended already, the exit event reports it.
    child.send(job, () => {});
  });
}
