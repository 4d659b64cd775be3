/** What all processes have written lately about a delivery: their segments, followed as they grow. */

import { attemptsIn, type AttemptEntry } from './entries.ts';
import type { JournalStore } from './store.ts';

type Followed = { bytes: number; lines: Map<string, string[]> };

const ofDelivery = /"delivery":"(\d+)"/;

/** Follows the segments of attempts. */
export function followAttempts(store: JournalStore) {
  const followed = new Map<string, Followed>();
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const read = async (from: string): Promise<void> => {
    const segments = await store.sizes(from);
    for (const name of followed.keys()) if (name < from) followed.delete(name);
    for (const { name, bytes } of segments) {
      const known = followed.get(name) ?? { bytes: 0, lines: new Map<string, string[]>() };
      if (bytes <= known.bytes) continue;
      const text = await store.read(name, known.bytes);
      // A line that is just being written is read again.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      for (const line of whole.split('\n')) {
        const delivery = ofDelivery.exec(line)?.[1];
        if (delivery !== undefined) known.lines.set(delivery, [...(known.lines.get(delivery) ?? []), line]);
      }
      followed.set(name, { ...known, bytes: known.bytes + Buffer.byteLength(whole) });
    }
  };

  /** Reads what is there now: a reading that has begun before may have missed it. */
  const readNow = (from: string): Promise<void> => {
    if (underWay !== null) {
      next ??= underWay
        .catch(() => {}) // those who waited for it know
        .then(() => {
          next = null;
          return readNow(from);
        });
      return next;
    }
    underWay = read(from).finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    /** The entries about a delivery that are durable now, of segments whose names are at least `from`. */
    about: async (delivery: string, from: string): Promise<AttemptEntry[]> => {
      await readNow(from);
      return [...followed.values()].flatMap(({ lines }) => attemptsIn((lines.get(delivery) ?? []).join('\n')));
    },
  };
}
