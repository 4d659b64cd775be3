import { isUnanswered } from './call.ts';
import { serverIsBack } from './line.ts';

/** After this many failures it stops waiting. */
const mostTries = 10;

/** Work that still waits for its answer. */
const unanswered = new Set<Promise<unknown>>();

/**
 * Repeats work without an answer once the server is back; if the person stops waiting, the original failure is thrown.
 * Its calls must have the same input each time: then they keep their key, and are done once.
 */
export async function untilAnswered<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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

async function repeat<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnanswered(error) || tries === mostTries || !(await serverIsBack(signal))) throw error;
    }
  }
}
