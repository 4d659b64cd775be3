import type { Data } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';

/** ms; a pause that somebody else began shows within it */
const refresh = 30_000;

/** What is paused; undefined until it is known, and for those whom it does not concern. */
export function usePauses(): Data<'fetch-pauses'> | undefined {
  const allowed = useMay('pause');
  return useCall('fetch-pauses', {}, { enabled: allowed, every: refresh }).data;
}
