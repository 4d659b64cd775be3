/** What all processes have written lately about a delivery: own entries, and the others' segments as they grow. */

import { attemptsIn, type AttemptEntry } from './entries.ts';
import type { JournalStore } from './store.ts';

type Followed = { bytes: number; lines: Map<string, string[]> };

const ofDelivery = /"delivery":"(\d+)"/;

/** How long this process remembers its entries at least, ms. */
const rememberedMs = 2 * 3_600_000;

/** Follows the attempts of all processes; `process` names the segments of this one. */
export function followAttempts(store: JournalStore, process: string) {
  const own = createMemory();
  const followed = new Map<string, Followed>();
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const read = async (from: string): Promise<void> => {
    const segments = await store.sizes(from, process);
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
    /** Notes what this process has written. */
    remember: own.add,
    /** The durable entries about a delivery: own ones since an instant, others by their segments' names. */
    about: async (delivery: string, { from, since }: { from: string; since: number }): Promise<AttemptEntry[]> => {
      await readNow(from);
      const others = [...followed.values()].flatMap(({ lines }) => attemptsIn((lines.get(delivery) ?? []).join('\n')));
      return [...own.about(delivery).filter(({ at }) => at.getTime() >= since), ...others];
    },
  };
}

/** Entries by delivery, those of the last hours; older ones are dropped together. */
function createMemory() {
  let older = new Map<string, AttemptEntry[]>();
  let newer = new Map<string, AttemptEntry[]>();
  let since = -Infinity;
  return {
    add: (entries: readonly AttemptEntry[]): void => {
      for (const entry of entries) {
        if (entry.kind === 'gap') continue;
        if (entry.at.getTime() - since >= rememberedMs) {
          older = newer;
          newer = new Map<string, AttemptEntry[]>();
          since = entry.at.getTime();
        }
        newer.set(entry.delivery, [...(newer.get(entry.delivery) ?? []), entry]);
      }
    },
    about: (delivery: string): AttemptEntry[] => [...(older.get(delivery) ?? []), ...(newer.get(delivery) ?? [])],
  };
}
