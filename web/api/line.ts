/** How long one look at the server may take, and the pause between two while it does not answer, ms. */
const [patience, pause] = [5_000, 3_000];

/**
 * The line to the server as the screen shows it: whether it answers, and how many changes wait to be sent once it does.
 */
export type Line = { isUp: boolean; waiting: number };

const listeners = new Set<() => void>();
const waiting = new Set<() => void>();
let line: Line = { isUp: true, waiting: 0 };
let looking: Promise<void> | null = null;
let wake: () => void = () => {};

/** How the line stands. For `useSyncExternalStore`. */
export const lineNow = (): Line => line;

/** Calls back after every change; returns the way to stop. */
export function onLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Looks whether the server answers, and while it does not, again and again; resolves once it does. For whoever got no
 * answer.
 */
export function lookForServer(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

/** Waits until the server answers; false where the person would rather not wait, or `signal` aborts. */
export async function serverIsBack(signal?: AbortSignal): Promise<boolean> {
  const { promise: left, resolve } = Promise.withResolvers<false>();
  const leave = () => resolve(false);
  waiting.add(leave);
  signal?.addEventListener('abort', leave);
  change({ waiting: waiting.size });
  try {
    return signal?.aborted !== true && (await Promise.race([lookForServer().then(() => true), left]));
  } finally {
    signal?.removeEventListener('abort', leave);
    waiting.delete(leave);
    change({ waiting: waiting.size });
  }
}

/** Gives back everything that waits to be sent. */
export function stopWaiting(): void {
  for (const leave of waiting) leave();
}

async function look(): Promise<void> {
  while (!(await answers())) {
    change({ isUp: false });
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, pause);
    });
  }
  change({ isUp: true });
}

// NOTE: not by what the browser says of the network: a server on this very machine answers without any.
async function answers(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    return ok || status === 429;
  } catch {
    return false; // whatever fetch rejects with, no answer came
  }
}

function change(part: Partial<Line>): void {
  const next = { ...line, ...part };
  if (next.isUp === line.isUp && next.waiting === line.waiting) return;
  line = next;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('offline', () => void lookForServer());
globalThis.addEventListener?.('online', () => wake());
