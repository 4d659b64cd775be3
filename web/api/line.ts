import { pause as waitFor } from './deadline.ts';

/** The time limit of one check of the server, and the pause between two while it does not answer, ms. */
const [patience, pause] = [5_000, 3_000];

/**
 * The state of the connection for the screen: whether the server answers, and how many changes wait to be sent once it
 * does.
 */
export type Line = { isUp: boolean; waiting: number };

const listeners = new Set<() => void>();
const waiting = new Set<() => void>();
let line: Line = { isUp: true, waiting: 0 };
let looking: Promise<void> | null = null;
let wake: () => void = () => {};

/** The state of the connection. For `useSyncExternalStore`. */
export const lineNow = (): Line => line;

/** Calls back after every change; returns a function to stop. */
export function onLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Polls until the server answers. Called when a call got no answer. */
export function lookForServer(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

/** Waits until the server answers; false if the person stops waiting, or `signal` aborts. */
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

/** Like `serverIsBack`, from `ms` on: for work that is sent again after its answer was lost. */
export async function whenAnswering(ms: number, signal: AbortSignal): Promise<boolean> {
  await waitFor(ms / 1000, signal).catch(() => undefined); // the person left
  return !signal.aborted && (await serverIsBack(signal));
}

/** Cancels everything that waits to be sent. */
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

// NOTE: not by the browser's network state: a server on this machine answers without a network.
async function answers(): Promise<boolean> {
  try {
    const { ok, status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    return ok || status === 429;
  } catch {
    return false; // fetch rejected: no answer came
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
