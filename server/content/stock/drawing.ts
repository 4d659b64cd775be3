/**
 * Draws and composes the results of the embedded sources, in separate processes, so that no call waits for the event
 * loop: a piece of music takes up to three seconds of a processor, a loop more. They have our own priority, since a
 * person waits for each: at a lower one, beside three busy processes, a save took 67 s instead of 15.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawingAnswer, type DrawingAnswer, type DrawingJob } from './drawing-words.ts';
import { bareEnvironment } from '#concurrency/bare-environment.ts';
import { createSemaphore, SemaphoreError } from '#concurrency/semaphore.ts';

/** The outcome of a drawing. `gaveUp`: it took too long, or its process died. `busy`: too much is waiting already. */
export type Drawn = { outcome: 'made' | 'gaveUp' | 'busy' } | { outcome: 'refused'; message: string };

/** Draws with a few processes, each of which starts when it is needed and ends after a while without work. */
export type Drawer = { draw(job: Omit<DrawingJob, 'id'>, turn: Turn): Promise<Drawn>; stop(): void };

/**
 * The caller, an agency or an address; callers take turns. `signal` ends the wait and the drawing, if nobody else waits
 * for the same file.
 */
export type Turn = { whose: string; signal?: AbortSignal };

/** How long a process lives without work, and how long one drawing may take. */
const idleMs = 30_000;
const longestMs = 120_000;
/** How many drawings may wait: for each caller a page of results of each kind, and those scrolled past meanwhile. */
const limits = { mostWaiting: 400, mostWaitingPerKey: 100 };

/** Opens a drawer for `atOnce` drawings; it starts no process yet. `launch` starts one. */
export function openDrawer({
  atOnce,
  launch = launchProcess,
}: {
  atOnce: number;
  launch?: () => ChildProcess;
}): Drawer {
  /** The processes without work, each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let jobs = 0;
  const semaphore = createSemaphore({ ...limits, permits: atOnce });

  const end = (child: ChildProcess): void => {
    clearTimeout(idle.get(child));
    idle.delete(child);
    if (child.connected) child.disconnect();
  };
  const start = (): ChildProcess => {
    const child = launch();
    child.once('exit', () => end(child));
    child.on('error', () => end(child));
    return child;
  };
  const take = (): ChildProcess => {
    const [free] = idle.keys();
    const child = free ?? start();
    clearTimeout(idle.get(child));
    idle.delete(child);
    child.ref();
    child.channel?.ref();
    return child;
  };
  const giveBack = (child: ChildProcess): void => {
    // An idle process does not keep this one alive.
    child.unref();
    child.channel?.unref();
    idle.set(child, setTimeout(() => end(child), idleMs).unref());
  };
  const drawNow = async (job: Omit<DrawingJob, 'id'>, signal: AbortSignal | undefined): Promise<Drawn> => {
    const working = take();
    jobs += 1;
    const answer = await answerOf(working, { ...job, id: jobs }, signal);
    if (answer === null) {
      working.kill('SIGKILL');
      signal?.throwIfAborted();
      return { outcome: 'gaveUp' };
    }
    giveBack(working);
    if (answer.outcome === 'failed') throw new Error(`an embedded source: ${answer.message}`);
    return answer.outcome === 'made' ? { outcome: 'made' } : { outcome: 'refused', message: answer.message };
  };
  return {
    stop: () => {
      for (const child of idle.keys()) end(child);
    },
    draw: async (job, { whose, signal }) => {
      try {
        return await semaphore.run(() => drawNow(job, signal), { key: whose, signal });
      } catch (error) {
        if (error instanceof SemaphoreError) return { outcome: 'busy' };
        throw error;
      }
    },
  };
}

/** Starts the process without our environment. */
export const launchProcess = (): ChildProcess =>
  fork(fileURLToPath(new URL('./drawing-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: bareEnvironment(),
  });

/** The answer to a job; null if the process died, took too long, or the signal aborted. */
function answerOf(
  child: ChildProcess,
  job: DrawingJob,
  signal: AbortSignal | undefined,
): Promise<DrawingAnswer | null> {
  return new Promise((resolve) => {
    const settle = (answer: DrawingAnswer | null): void => {
      clearTimeout(limit);
      child.off('message', hear);
      child.off('exit', die);
      child.off('error', die);
      signal?.removeEventListener('abort', die);
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
    signal?.addEventListener('abort', die);
    // If the process has ended already, the exit event reports it.
    child.send(job, () => {});
  });
}
