/**
 * The state of a window after a request: its limit, the requests left, and when it resets (milliseconds since 1970).
 */
export type Window = { limit: number; used: number; remaining: number; resetAt: number; isOver: boolean };

/**
 * Counts requests in fixed windows, by any key (a token, an app, an app with an account). Counts end with the process.
 */
export class Windows {
  readonly #open = new Map<string, { used: number; resetAt: number }>();

  /**
   * Counts one request (or `cost` of them) and returns the window's state. `isOver`: this request exceeds the limit and
   * is not counted.
   */
  count(
    key: string,
    { limit, seconds, now, cost = 1 }: { limit: number; seconds: number; now: Date; cost?: number },
  ): Window {
    const at = now.getTime();
    const held = this.#open.get(key);
    const window = held && held.resetAt > at ? held : { used: 0, resetAt: at + seconds * 1000 };
    this.#open.set(key, window);
    const isOver = window.used + cost > limit;
    if (!isOver) window.used += cost;
    return { limit, used: window.used, remaining: Math.max(0, limit - window.used), resetAt: window.resetAt, isOver };
  }

  /** Deletes everything counted. */
  clear(): void {
    this.#open.clear();
  }
}
