const positions = new Map<string, number>();

/**
 * Where a tutorial was left, seconds; 0 for one that was not begun or has been seen to its end. Forgotten with the
 * page.
 */
export const positionOf = (name: string): number => positions.get(name) ?? 0;

/** Records where a tutorial is now. Within its last second it has been seen. */
export function notePosition(name: string, { at, length }: { at: number; length: number }): void {
  if (at >= length - 1) positions.delete(name);
  else positions.set(name, at);
}

/** Seconds as a player says them: `75` -> `1:15`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The place of the chapter that runs at `at` seconds; the first one before it has begun. */
export const chapterAt = (chapters: readonly { start: number }[], at: number): number =>
  Math.max(
    0,
    chapters.findLastIndex(({ start }) => start <= at),
  );
