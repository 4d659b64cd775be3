import { oneLine, type Stop } from '../process.ts';

/** Running services, stopped in the reverse order of their start. */
export class Running {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).toReversed()) {
      // A failed stop must not keep the others running.
      await stop().catch((error: unknown) => {
        process.stderr.write(`AgencyReel: ${oneLine(error)}\n`);
      });
    }
  }
}
