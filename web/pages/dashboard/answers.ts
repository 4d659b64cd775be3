/** What the parts of the dashboard read. */
import { useState, useSyncExternalStore } from 'react';
import { lineNow, onLine } from '../../api/line.ts';
import { useCall, useList } from '../../api/queries.ts';
import { ownZone } from '../../lib/when.ts';
import { usePausesKnown } from '../../parts/pausing/use-pauses.ts';

const every = 60_000; // ms
/** What goes out now is seen going out, and what waits for a person changes while they decide. */
const everyPost = 15_000; // ms

/** The counters, and how far the agency has come. */
export const useOverview = () => useCall('fetch-dashboard', {}, { every });

/** Today's posts, and yesterday's. */
export const useToday = () => useCall('fetch-today', { timezone: ownZone() }, { every: everyPost });

/** What waits for a person. */
export const useNeeds = () => useCall('fetch-needs-you', {}, { every: everyPost });

/** The clients' next seven days. */
export const useWeek = () => useList('fetch-next-days', { timezone: ownZone() }, { every });

/**
 * Whether everything that stands above or beside something else has once been answered or refused: one part that came
 * after another would move it. What was refused is read again as soon as its part is there. Without a line nothing is
 * answered, and the parts stand and wait each for itself.
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
