import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changes the query string of the address. */
export type ChangeAddress = (
  change: (before: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean; preventScrollReset?: boolean },
) => void;

/**
 * Changes the query string as it is now. React Router gives the one of the last render: a second quick choice would
 * undo the first one.
 */
export function useChangeAddress(): ChangeAddress {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, options) => setParams(change(new URLSearchParams(location.search)), options),
    [setParams],
  );
}
