import type { Data } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** ms; a pause that somebody else started appears within this time */
const refresh = 30_000;

/** What is paused; undefined until it is loaded, and for people without the permission. */
export const usePauses = (): Data<'fetch-pauses'> | undefined => useRead().data;

/** Whether the state of the pauses is loaded, has failed to load, or does not concern this person. */
export function usePausesKnown(): boolean {
  const { isEnabled, data, error } = useRead();
  return !isEnabled || data !== undefined || error !== null;
}

function useRead() {
  const isEnabled = useMay('pause');
  const { data, error } = useCall('fetch-pauses', {}, { enabled: isEnabled, every: refresh });
  return { isEnabled, data, error };
}
