import type { Timers } from './timers.ts';

/** The deadline of one piece of work: its signal, and `release` to call once the work is done. */
export type Deadline = { signal: AbortSignal; release(): void };

/**
 * Creates signals that abort after a time, or all at once when the worker must stop. NOTE `AbortSignal.any` with
 * `AbortSignal.timeout` keeps its memory until the time is over: 10 kB per publish, for ten minutes.
 */
export function createDeadlines(ending: AbortSignal, timers: Timers): (seconds: number) => Deadline {
  const underWay = new Set<AbortController>();
  ending.addEventListener(
    'abort',
    () => {
      for (const controller of underWay) controller.abort(ending.reason);
    },
    { once: true },
  );
  return (seconds) => {
    const controller = new AbortController();
    if (ending.aborted) controller.abort(ending.reason);
    underWay.add(controller);
    const endTimer = timers.after(seconds * 1000, () => {
      controller.abort(new DOMException('it took too long', 'TimeoutError'));
    });
    return {
      signal: controller.signal,
      release: () => {
        endTimer();
        underWay.delete(controller);
      },
    };
  };
}
