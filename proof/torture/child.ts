import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';

/** A process that is started again whenever it ends, as a service manager would, until it is stopped. */
export type Child = {
  name: string;
  isReady(): boolean;
  /** `kill -9`; false if it is not running at the moment. */
  kill(): boolean;
  /** Stops it (SIGSTOP) for a time. */
  freeze(milliseconds: number): void;
  send(message: object): void;
  /** Asks it to end (SIGTERM); returns whether it ended in order. */
  stop(): Promise<boolean>;
  /** How often it ended without being killed, after it was ready. */
  crashes(): number;
  /** The latest lines of output of all its processes. */
  lastLines(): readonly string[];
};

/** What to run. `onLine` receives its output; `isReady` recognises the line that says that it is working. */
export type ChildOptions = {
  name: string;
  file: string;
  environment: Readonly<Record<string, string>>;
  isReady: (line: string) => boolean;
  onLine: (line: string) => void;
  /** Sent to every process as soon as it runs. */
  greeting?: () => object;
};

const restartAfterMilliseconds = 100;
const stopWithinMilliseconds = 40_000;
const keptLines = 20;

/** Starts a child and keeps it running. All of them end with this process. */
export function keepRunning({ name, file, environment, isReady, onLine, greeting }: ChildOptions): Child {
  let current: ChildProcess;
  let ready = false;
  let killed = false;
  let stopping = false;
  let crashed = 0;
  let lines: string[] = [];

  const start = (): void => {
    ready = false;
    killed = false;
    const child = fork(file, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    current = child;
    if (greeting) child.send(greeting(), () => {});
    const again = (): void => {
      ready = false;
      setTimeout(() => {
        if (!stopping) start();
      }, restartAfterMilliseconds);
    };
    child.on('error', () => {
      // No 'exit' follows if it could not even start; otherwise a message was sent to an ended process.
      if (child.pid === undefined) again();
    });
    for (const readable of [child.stdout, child.stderr]) {
      if (readable)
        createInterface({ input: readable }).on('line', (line) => {
          if (child === current) ready ||= isReady(line);
          lines = [...lines.slice(1 - keptLines), line];
          onLine(line);
        });
    }
    child.once('exit', () => {
      if (stopping) return;
      if (!killed && ready) crashed += 1;
      again();
    });
  };
  start();
  const isAlive = (): boolean => current.pid !== undefined && current.exitCode === null && current.signalCode === null;
  process.once('exit', () => {
    if (isAlive()) current.kill('SIGKILL');
  });

  return {
    name,
    isReady: () => ready && isAlive(),
    kill: () => {
      killed = true;
      return isAlive() && current.kill('SIGKILL');
    },
    freeze: (milliseconds) => {
      const child = current;
      child.kill('SIGSTOP');
      setTimeout(() => {
        child.kill('SIGCONT');
      }, milliseconds);
    },
    send: (message) => {
      if (isAlive()) current.send(message, () => {});
    },
    stop: async () => {
      stopping = true;
      if (!isAlive()) return true;
      const ended = once(current, 'exit');
      current.kill('SIGTERM');
      const inOrder = await Promise.race([
        ended.then(([code]) => code === 0),
        sleep(stopWithinMilliseconds, false, { ref: false }),
      ]);
      if (isAlive()) current.kill('SIGKILL');
      return inOrder;
    },
    crashes: () => crashed,
    lastLines: () => lines,
  };
}
