/**
 * Draws and composes what the embedded sources find, in processes of their own and of low priority: a piece of music
 * takes up to three seconds of a processor, a loop more, and no call waits for them.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { drawingAnswer, type DrawingAnswer, type DrawingJob } from './drawing-words.ts';
import { createSemaphore, SemaphoreError } from '#concurrency/semaphore.ts';

/** What came of a drawing; `gaveUp`: it took too long, or its process died. `busy`: too much waits already. */
export type Drawn = { outcome: 'made' | 'gaveUp' | 'busy' } | { outcome: 'refused'; message: string };

/** A process that draws one thing after the other; started by the first, ended when nothing has come for a while. */
export type Drawer = { draw(job: Omit<DrawingJob, 'id'>, turn: Turn): Promise<Drawn>; stop(): void };

/** Whose work it is, an agency's or an address's, which take turns; and who waits for it, where nobody else may. */
export type Turn = { whose: string; signal?: AbortSignal };

/** How long a process lives without work, and how long one drawing may take. */
const idleMs = 30_000;
const longestMs = 120_000;
/** How many drawings may wait: of each a page of results of each kind, and what was scrolled past meanwhile. */
const limits = { permits: 1, mostWaiting: 400, mostWaitingPerKey: 100 };

/** Nothing is started yet. */
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
    // While it has nothing to do, it keeps nobody from ending.
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

/** The process, with nothing of our environment. */
function launch(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./drawing-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  try {
    // NOTE set from outside and at once: on Linux it is the priority of a thread, which those it starts inherit.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or this system has no priorities: then it draws at ours.
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
    // One that is gone by now is heard of by its exit.
    child.send(job, () => {});
  });
}
