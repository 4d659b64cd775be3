import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { projectDir } from '../source-files.ts';

/** What a product process needs to start; sent as JSON. */
export type Order = { databaseUrl: string; siteDir: string; sandbox: unknown };

/**
 * A product that restarts. `start` takes the place of the running one; `port` and `lines` wait for the one that starts,
 * and throw if it does not.
 */
export type Product = {
  start(order: Order, changed?: readonly string[]): void;
  port(): Promise<number>;
  lines(): Promise<readonly string[]>;
  stop(): Promise<void>;
};

const ready = z.object({ port: z.number(), lines: z.array(z.string()), cpuMs: z.number() });
type Ready = z.output<typeof ready>;

/** How long a process may take to end what it does before it is killed, ms. The publisher survives that as well. */
const patience = 15_000;

/**
 * Runs server and worker in a process of their own. One more process waits with the packages loaded, which is half of
 * what a start takes: it becomes the product at the next change.
 */
export function openProduct({ say }: { say: (line: string) => void }): Product {
  const ending = new Set<Promise<void>>();
  let spare: ChildProcess | null = null;
  let isStopping = false;
  let current: { child: ChildProcess; started: Promise<Ready> } | null = null;
  const first = Promise.withResolvers<Ready>();
  // A first start that fails is reported through `current`; unhandled, it would end this process.
  first.promise.catch(() => {});

  function start(order: Order): Promise<Ready> {
    const child = spare ?? launch();
    spare = null;
    const started = startOf(child, order).finally(() => {
      if (spare === null && !isStopping) prepare();
    });
    current = { child, started };
    first.resolve(started);
    return started;
  }

  function prepare(): void {
    const child = launch();
    spare = child;
    child.once('exit', () => {
      if (spare === child) spare = null;
    });
  }

  /** The process of the latest change, also if another change comes while it starts. */
  async function latest(): Promise<Ready> {
    for (;;) {
      const started = current?.started ?? first.promise;
      try {
        return await started;
      } catch (error) {
        if (current === null || current.started === started) throw error;
      }
    }
  }

  function retire(child: ChildProcess): void {
    const ended = end(child).finally(() => {
      ending.delete(ended);
    });
    ending.add(ended);
  }

  return {
    start: (order, changed = []) => {
      const startedAt = performance.now();
      if (current !== null) retire(current.child);
      const started = start(order);
      const isCurrent = (): boolean => current?.started === started;
      started.then(
        ({ cpuMs }) => {
          if (changed.length === 0 || !isCurrent()) return;
          const seconds = [performance.now() - startedAt, cpuMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
          say(`restarted in ${seconds[0]} (${seconds[1]} of processor time): ${changed.join(', ')}`);
        },
        () => {
          if (isCurrent()) say('The server has not started. The next change starts it again.');
        },
      );
    },
    port: async () => (await latest()).port,
    lines: async () => (await latest()).lines,
    stop: async () => {
      isStopping = true;
      if (current !== null) retire(current.child);
      if (spare !== null) retire(spare);
      await Promise.all(ending);
    },
  };
}

const launch = (): ChildProcess =>
  fork(fileURLToPath(new URL('child.ts', import.meta.url)), {
    cwd: projectDir,
    // Ctrl-C goes to the whole process group; the product ends before the database does.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

async function startOf(child: ChildProcess, order: Order): Promise<Ready> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(order);
    const said: unknown = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error('the server did not start: see the terminal')),
      ),
    ]);
    return z.tuple([ready]).rest(z.unknown()).parse(said)[0];
  } finally {
    waiting.abort();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
  }, patience);
  await gone;
  clearTimeout(timer);
}
