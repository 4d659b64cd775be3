/** Which sets stay: the newest of each of the last 7 days, 4 weeks and 12 months that have one. */

const day = (at: Date): string => at.toISOString().slice(0, 10);
const month = (at: Date): string => at.toISOString().slice(0, 7);
/** The Monday of the week, in UTC. */
const week = (at: Date): string => day(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000));

const kept = [
  { of: day, most: 7 },
  { of: week, most: 4 },
  { of: month, most: 12 },
];

/** The instants (milliseconds) of the sets that stay, of those of all whole sets; the newest always does. */
export function setsToKeep(sets: readonly Date[]): Set<number> {
  const newestFirst = sets.toSorted((a, b) => b.getTime() - a.getTime());
  return new Set(
    kept.flatMap(({ of, most }) => {
      const newest = new Map<string, number>();
      for (const at of newestFirst) {
        if (newest.size === most) break;
        if (!newest.has(of(at))) newest.set(of(at), at.getTime());
      }
      return [...newest.values()];
    }),
  );
}
