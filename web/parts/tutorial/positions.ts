const positions = new Map<string, number>();

/**
 * Where a tutorial was stopped, seconds; 0 if it was not started or was watched to the end. Lost when the page is left.
 */
export const positionOf = (name: string): number => positions.get(name) ?? 0;

/** Records the current position of a tutorial. Within its last second it counts as watched. */
export function notePosition(name: string, { at, length }: { at: number; length: number }): void {
  if (at >= length - 1) positions.delete(name);
  else positions.set(name, at);
}

/** Seconds in a player's format: `75` -> `1:15`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The index of the chapter at `at` seconds; the first one before any has begun. */
export const chapterAt = (chapters: readonly { start: number }[], at: number): number =>
  Math.max(
    0,
    chapters.findLastIndex(({ start }) => start <= at),
  );
