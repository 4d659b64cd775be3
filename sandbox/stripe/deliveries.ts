/** The state of Stripe besides its objects: how its events arrive, and which keys are revoked. */

/**
 * How events are sent: `delayMs` late, spread over `spreadMs` and so out of order, `copies` of each, every
 * `dropEvery`-th never (0 for none), `forged` with a wrong signature.
 */
export type Sending = { delayMs: number; spreadMs: number; copies: number; dropEvery: number; forged: boolean };

/** Events in the usual way: at once, in order, once. */
export const usualSending: Sending = { delayMs: 0, spreadMs: 0, copies: 1, dropEvery: 0, forged: false };

/** The state of the deliveries; it ends with the process. */
export class StripeDeliveries {
  sending: Sending = usualSending;
  /** Statuses for the next calls, which are then not executed: 429, 500. */
  readonly refusals: number[] = [];
  readonly revoked = new Set<string>();
  sent = 0;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Runs something later, unless the sandbox has stopped by then. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms).unref();
    this.#timers.add(timer);
  }

  /** Cancels all delayed work. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
