import { useState } from 'react';

/**
 * The first known value: an offered choice must not change under the person's hands when a stored list is read again
 * and its first entry differs.
 */
export function useFirstKnown<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
