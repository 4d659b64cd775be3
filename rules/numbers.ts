/**
 * The largest and the smallest of many. NOTE: a call takes at most some 120,000 arguments: `Math.max(...numbers)` of
 * what is sent from outside ends in an error.
 */

/** The largest number; `least` if there is none or all are smaller. */
export function largestOf(numbers: Iterable<number>, least = -Infinity): number {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

/** The smallest number; Infinity if there is none. */
export function smallestOf(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
