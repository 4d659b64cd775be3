import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changes the search of the address. */
export type ChangeAddress = (
  change: (before: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean; preventScrollReset?: boolean },
) => void;

/**
 * Changes the search of the address as it is. It may have changed since the page was drawn, which is what React Router
 * gives: a second quick choice would undo the first one.
 */
export function useChangeAddress(): ChangeAddress {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, options) => setParams(change(new URLSearchParams(location.search)), options),
    [setParams],
  );
}
