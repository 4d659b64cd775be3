/** The state of Stripe besides its objects: how its events arrive, and which keys are revoked. */

/**
 * How events are sent. `delayMs` late, `spreadMs` in whatever order that makes, `copies` of each, every `dropEvery`-th
 * never (0 for none), `forged` with a wrong signature.
 */
export type Sending = { delayMs: number; spreadMs: number; copies: number; dropEvery: number; forged: boolean };

/** Events in the usual way: at once, in order, once. */
export const usualSending: Sending = { delayMs: 0, spreadMs: 0, copies: 1, dropEvery: 0, forged: false };

/** The state of the desk; gone with the process. */
export class StripeDesk {
  sending: Sending = usualSending;
  /** Statuses that the next calls are answered with, instead of being carried out: 429, 500. */
  readonly refusals: number[] = [];
  readonly revoked = new Set<string>();
  sent = 0;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Does something later, unless the sandbox has stopped by then. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms).unref();
    this.#timers.add(timer);
  }

  /** Forgets all that was to be done later. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
