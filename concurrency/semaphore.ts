/**
 * A fair semaphore: bounds how much work runs at once. Keys (an agency, an address) take turns, so that a key with a
 * hundred waiting pieces of work delays another one by one piece only.
 */

/** Why work was refused: the queue was full, the longest wait was over, or the caller's signal aborted meanwhile. */
export type Refusal = 'full' | 'late' | 'aborted';

/** The bounds of a semaphore; without a bound there is no limit. */
export type SemaphoreOptions<Key extends string> = {
  /** The number of pieces of work that run at once. */
  permits: number;
  /** The number of them with the same key. */
  permitsPerKey?: number | ((key: Key | '') => number);
  mostWaiting?: number;
  mostWaitingPerKey?: number;
  /** The longest wait, and what follows: the work is refused, or it runs beyond the permits. */
  longestWait?: { ms: number; end: 'refuse' | 'run' };
  /** The error of refused work. By default a `SemaphoreError`, or the reason of the aborted signal. */
  refusal?: (why: Refusal) => Error;
  /** Calls back later; the returned function cancels it. By default `setTimeout`. */
  after?: (ms: number, call: () => void) => () => void;
};

/** One request for a permit. Lower priorities run first; equal ones take turns by key. */
export type Request<Key extends string> = { key?: Key; priority?: number; signal?: AbortSignal | undefined };

/** A semaphore of this process. */
export type Semaphore<Key extends string> = {
  /** Runs work with a permit, at once if one is free. Rejects with the `refusal` if the work never ran. */
  run<T>(work: () => Promise<T>, request?: Request<Key>): Promise<T>;
  /** Waits for a permit; the returned function releases it. */
  acquire(request?: Request<Key>): Promise<() => void>;
  /** How much runs, in total or of a key. */
  running(key?: Key): number;
  /** How much waits, in total or of a key. */
  waiting(key?: Key): number;
};

/** Work was refused by a semaphore. */
export class SemaphoreError extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(`refused by a semaphore: ${why}`);
    this.why = why;
  }
}

type Waiting<Key> = { key: Key | ''; priority: number; turn: number; start: () => void };

const afterTimeout = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** A semaphore with all permits free. */
export function createSemaphore<Key extends string>(options: SemaphoreOptions<Key>): Semaphore<Key> {
  const { permits, permitsPerKey = permits, mostWaiting = Infinity, mostWaitingPerKey = Infinity } = options;
  const { longestWait, after = afterTimeout } = options;
  const permitsOf = typeof permitsPerKey === 'number' ? () => permitsPerKey : permitsPerKey;
  const queue = new Set<Waiting<Key>>();
  const runningOf = createCounts<Key | ''>();
  const waitingOf = createCounts<Key | ''>();
  let turns = 0;

  const hasPermit = (key: Key | ''): boolean => runningOf.all() < permits && runningOf.of(key) < permitsOf(key);
  const refused = (why: Refusal, signal?: AbortSignal): unknown =>
    options.refusal?.(why) ?? (why === 'aborted' ? signal?.reason : new SemaphoreError(why));

  const startNext = (): void => {
    for (let next = nextOf(queue, hasPermit); next !== undefined; next = nextOf(queue, hasPermit)) next.start();
  };
  const release = (key: Key | ''): void => {
    runningOf.add(key, -1);
    startNext();
  };
  /** Undefined if the permit was free. */
  const take = (request: Request<Key>): Promise<void> | undefined => {
    const { priority = 0, signal } = request;
    const key: Key | '' = request.key ?? '';
    if (signal?.aborted === true) throw refused('aborted', signal);
    // A free permit that nothing else waits for is taken at once.
    if (hasPermit(key) && waitingOf.of(key) === 0) {
      runningOf.add(key, 1);
      return undefined;
    }
    if (waitingOf.all() >= mostWaiting || waitingOf.of(key) >= mostWaitingPerKey) throw refused('full');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(entry);
        waitingOf.add(key, -1);
        endPatience?.();
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (why: Refusal): void => {
        leave();
        reject(refused(why, signal));
      };
      const abort = (): void => refuse('aborted');
      const start = (): void => {
        leave();
        runningOf.add(key, 1);
        turns += 1;
        // The key's other work waits for a turn of every other key.
        for (const other of queue) if (other.key === key) other.turn = turns;
        resolve();
      };
      const turn = waitingOf.of(key) === 0 ? (turns += 1) : turnOf(queue, key);
      const entry: Waiting<Key> = { key, priority, turn, start };
      const endPatience =
        longestWait && after(longestWait.ms, () => (longestWait.end === 'run' ? start() : refuse('late')));
      queue.add(entry);
      waitingOf.add(key, 1);
      signal?.addEventListener('abort', abort);
    });
  };

  return {
    run: async (work, request = {}) => {
      const wait = take(request);
      if (wait) await wait;
      try {
        return await work();
      } finally {
        release(request.key ?? '');
      }
    },
    acquire: async (request = {}) => {
      const wait = take(request);
      if (wait) await wait;
      return () => release(request.key ?? '');
    },
    running: (key) => (key === undefined ? runningOf.all() : runningOf.of(key)),
    waiting: (key) => (key === undefined ? waitingOf.all() : waitingOf.of(key)),
  };
}

/** Of the work whose key has a permit: the lowest priority, then the key whose turn it is, then the oldest. */
function nextOf<Key>(queue: Iterable<Waiting<Key>>, hasPermit: (key: Key | '') => boolean): Waiting<Key> | undefined {
  let next: Waiting<Key> | undefined;
  for (const one of queue) {
    if (!hasPermit(one.key)) continue;
    const isBefore =
      next === undefined || one.priority < next.priority || (one.priority === next.priority && one.turn < next.turn);
    if (isBefore) next = one;
  }
  return next;
}

const turnOf = <Key>(queue: Iterable<Waiting<Key>>, key: Key | ''): number => {
  for (const one of queue) if (one.key === key) return one.turn;
  return 0;
};

/** Counts by key, without the keys at 0. */
function createCounts<Key>() {
  const counts = new Map<Key, number>();
  let sum = 0;
  return {
    all: () => sum,
    of: (key: Key): number => counts.get(key) ?? 0,
    add: (key: Key, more: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + more;
      sum += more;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
