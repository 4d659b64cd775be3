import type { Timers } from './clock.ts';

/** A signal for one piece of work, and the way to let go of it once the work is done. */
export type Limited = { signal: AbortSignal; release(): void };

/**
 * Gives signals that end after a time, or all at once when the worker must go.
 * NOTE `AbortSignal.any` with `AbortSignal.timeout` keeps its memory until the time is over: 10 kB a publish, for ten minutes.
 */
export function createBreaker(ending: AbortSignal, timers: Timers): (seconds: number) => Limited {
  const underWay = new Set<AbortController>();
  ending.addEventListener('abort', () => {
    for (const controller of underWay) controller.abort(ending.reason);
  }, { once: true });
  return (seconds) => {
    const controller = new AbortController();
    if (ending.aborted) controller.abort(ending.reason);
    underWay.add(controller);
    const endTimer = timers.after(seconds * 1000, () => { controller.abort(new DOMException('it took too long', 'TimeoutError')); });
    return {
      signal: controller.signal,
      release: () => {
        endTimer();
        underWay.delete(controller);
      },
    };
  };
}
