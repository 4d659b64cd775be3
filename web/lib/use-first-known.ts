import { useState } from 'react';

/**
 * The first value that was known: a choice that is offered must not change under the person's hands when a kept list is
 * read again and begins with something else.
 */
export function useFirstKnown<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
