import { useEffect, useState } from 'react';

/** A value as it was when it last stayed the same for some milliseconds; values are compared by their content. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the value is new at each render, its content is not
  }, [key, ms]);
  return settled;
}
