/**
 * Decodes large pictures in a separate process at low priority, so that their memory and processor time do not slow
 * down calls. The process starts with the first picture, continues with the next, and ends after a while without any.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { bareEnvironment } from '#concurrency/bare-environment.ts';
import { NoRoom } from '../storage/room.ts';
import type { Answer, Job } from './apart-words.ts';
import { unfinished, type ImageFacts } from './works.ts';

/** Decodes one picture at a time. `gaveUp`: it took too long, or its process died twice. */
export type Apart = {
  run(job: Omit<Job, 'id'>): Promise<ImageFacts | 'damaged' | 'gaveUp'>;
  /** The id of the current process. */
  pid(): number | undefined;
};

/** How long a process lives without work, and how long a picture may take. */
export type ApartLimits = { idleMs: number; longestMs: number };

const id = z.number();
const answer: z.ZodType<Answer> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('made'),
    id,
    width: z.number(),
    height: z.number(),
    contentType: z.enum(['image/jpeg', 'image/png']),
    thumbnail: z.custom<Uint8Array>((value) => value instanceof Uint8Array).transform((bytes) => Buffer.from(bytes)),
  }),
  z.object({ kind: z.literal('damaged'), id }),
  z.object({ kind: z.literal('noRoom'), id, message: z.string() }),
  z.object({ kind: z.literal('failed'), id, message: z.string() }),
]);

/**
 * A picture of 50 million px takes two to five seconds on a core of its own; here it also waits for everything else on
 * the machine.
 */
const defaults: ApartLimits = { idleMs: 20_000, longestMs: 45_000 };
const mostTries = 2;

/** Starts no process before the first picture. */
export function openApart({ idleMs, longestMs }: ApartLimits = defaults): Apart {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let jobs = 0;

  const start = (): ChildProcess => {
    const started = launch();
    const forget = (): void => {
      if (child === started) child = null;
    };
    started.once('exit', forget);
    started.once('error', forget);
    return started;
  };
  /** An idle process does not keep ours alive. */
  const rest = (resting: ChildProcess): void => {
    resting.unref();
    resting.channel?.unref();
    idle = setTimeout(() => {
      if (child === resting) child = null;
      if (resting.connected) resting.disconnect();
    }, idleMs).unref();
  };
  const tryOnce = async (job: Omit<Job, 'id'>): Promise<Answer | 'died' | 'overtime'> => {
    clearTimeout(idle);
    const working = (child ??= start());
    working.ref();
    working.channel?.ref();
    jobs += 1;
    const outcome = await outcomeOf(working, { ...job, id: jobs }, longestMs);
    if (typeof outcome === 'object') rest(working);
    else if (child === working) child = null;
    return outcome;
  };
  return {
    pid: () => child?.pid,
    run: async (job) => {
      for (let tries = 1; tries <= mostTries; tries += 1) {
        const outcome = await tryOnce(job);
        if (typeof outcome === 'object') return factsOf(outcome);
        await rm(unfinished(job.path), { force: true });
        if (outcome === 'overtime') return 'gaveUp';
      }
      return 'gaveUp';
    },
  };
}

/** Starts the process without our environment: a decoder of untrusted bytes needs none of our keys. */
function launch(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./apart-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-semi-space-size=1'],
    // NOTE glibc keeps freed memory: with its usual settings 50 million px took 300 to 330 MB, with these 250 to 290.
    env: bareEnvironment({
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    }),
  });
  try {
    // NOTE set from outside and at once: on Linux this is the priority of a thread, and the threads that it starts
    // inherit it.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or this system has no priorities: then the picture is decoded at our priority.
  }
  return child;
}

function outcomeOf(child: ChildProcess, job: Job, longestMs: number): Promise<Answer | 'died' | 'overtime'> {
  return new Promise((resolve) => {
    const settle = (outcome: Answer | 'died' | 'overtime'): void => {
      clearTimeout(limit);
      child.off('message', hear);
      child.off('exit', die);
      child.off('error', die);
      resolve(outcome);
    };
    const hear = (message: unknown): void => {
      const said = answer.safeParse(message);
      if (said.success) {
        if (said.data.id === job.id) settle(said.data);
        return;
      }
      // A message in any other form may mean that untrusted bytes have taken the process over, so it is killed.
      child.kill('SIGKILL');
      settle('died');
    };
    const die = (): void => {
      settle('died');
    };
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      settle('overtime');
    }, longestMs);
    child.on('message', hear);
    child.once('exit', die);
    child.once('error', die);
    // If the process has ended already, the exit event reports it.
    child.send(job, () => {});
  });
}

function factsOf(said: Answer): ImageFacts | 'damaged' {
  switch (said.kind) {
    case 'made': {
      const { width, height, contentType, thumbnail } = said;
      return { width, height, contentType, thumbnail };
    }
    case 'damaged':
      return 'damaged';
    case 'noRoom':
      throw new NoRoom(said.message);
    case 'failed':
      throw new Error(`a large picture: ${said.message}`);
    default:
      return said satisfies never;
  }
}
