import type { Data } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** ms; a pause that somebody else began shows within it */
const refresh = 30_000;

/** What is paused; undefined until it is known, and for those whom it does not concern. */
export const usePauses = (): Data<'fetch-pauses'> | undefined => useRead().data;

/** Whether it is known what is paused, cannot be read or concerns somebody else. */
export function usePausesKnown(): boolean {
  const { isEnabled, data, error } = useRead();
  return !isEnabled || data !== undefined || error !== null;
}

function useRead() {
  const isEnabled = useMay('pause');
  const { data, error } = useCall('fetch-pauses', {}, { enabled: isEnabled, every: refresh });
  return { isEnabled, data, error };
}
