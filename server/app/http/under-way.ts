/** Limits on concurrent uploads: each has a connection and a file on the disk, and then waits for a transaction. */
export type UnderWay = {
  /** Counts an upload of an agency until it is disposed of; null if too many are running. */
  take(agencyId: string): Disposable | null;
};

/**
 * The most of one agency, the most of all, and the number that an agency may always have: as many as a browser sends in
 * parallel.
 */
export type UnderWayLimits = { each: number; all: number; always: number };

/** With more of one agency the last ones would wait for a minute; each takes up to 20 MB of disk. */
export const uploadsUnderWay: UnderWayLimits = { each: 30, all: 150, always: 3 };

/** When to retry: some of the uploads have finished by then. */
export const comeAgainSeconds = 15;

/** Counts the uploads of this process. */
export function openUnderWay({ each, all, always }: UnderWayLimits): UnderWay {
  const counts = new Map<string, number>();
  let sum = 0;
  const add = (agencyId: string, more: 1 | -1): void => {
    const count = (counts.get(agencyId) ?? 0) + more;
    sum += more;
    if (count === 0) counts.delete(agencyId);
    else counts.set(agencyId, count);
  };
  return {
    take(agencyId) {
      const count = counts.get(agencyId) ?? 0;
      if (count >= each || (sum >= all && count >= always)) return null;
      add(agencyId, 1);
      return {
        [Symbol.dispose]: () => {
          add(agencyId, -1);
        },
      };
    },
  };
}
