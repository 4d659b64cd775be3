/** The reads of the dashboard's parts. */
import { useState, useSyncExternalStore } from 'react';
import { lineNow, onLine } from '../../../api/line.ts';
import { useCall, useList } from '../../../api/queries.ts';
import { ownZone } from '../../../lib/when.ts';
import { usePausesKnown } from '../../../parts/pausing/use-pauses.ts';

const every = 60_000; // ms
/** Today's posts change while they are published, and what needs a person changes while they decide. */
const everyPost = 15_000; // ms

/** The counters, and the agency's progress through the first steps. */
export const useOverview = () => useCall('fetch-dashboard', {}, { every });

/** Today's and yesterday's posts. */
export const useToday = () => useCall('fetch-today', { timezone: ownZone() }, { every: everyPost });

/** What needs a person. */
export const useNeeds = () => useCall('fetch-needs-you', { timezone: ownZone() }, { every: everyPost });

/** The clients' next seven days. */
export const useWeek = () => useList('fetch-next-days', { timezone: ownZone() }, { every });

/**
 * Whether every part that determines other parts' positions has been answered or refused once: a later part would move
 * them. A refused one is read again when it is shown. Without a connection nothing is answered, and each part waits by
 * itself.
 */
export function useFirstAnswers(): boolean {
  const { isUp } = useSyncExternalStore(onLine, lineNow);
  const pausesKnown = usePausesKnown();
  const reads = [useOverview(), useToday(), useNeeds()];
  const week = useWeek();
  const known = reads.every(({ data, error }) => data !== undefined || error !== null);
  const [were, setWere] = useState(false);
  const are = pausesKnown && known && (week.first !== undefined || week.error !== null);
  if ((are || !isUp) && !were) setWere(true);
  return were;
}
