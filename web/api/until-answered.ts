import { CallError } from './call.ts';
import { serverIsBack } from './line.ts';

/** After this many failures it stops waiting. */
const mostTries = 10;

/** Work that still waits for its answer. */
const unanswered = new Set<Promise<unknown>>();

/**
 * Repeats idempotent work without an answer once the server is back; if the person stops waiting, the original failure
 * is thrown. `work` gets the number of earlier tries.
 */
export async function untilAnswered<T>(work: (triesBefore: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const repeated = repeat(work, signal);
  unanswered.add(repeated);
  try {
    return await repeated;
  } finally {
    unanswered.delete(repeated);
  }
}

/** Resolves once all such work is answered or given up. */
export async function allAnswered(): Promise<void> {
  while (unanswered.size > 0) await Promise.allSettled(unanswered);
}

async function repeat<T>(work: (triesBefore: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries - 1);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 0 || tries === mostTries || !(await serverIsBack(signal)))
        throw error;
    }
  }
}
