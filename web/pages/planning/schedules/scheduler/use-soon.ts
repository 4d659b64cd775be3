import { useEffect, useState } from 'react';
import { soonest, type Choice } from './wizard-state.ts';

/** Milliseconds between two clock reads while the first post is published soon after saving. */
const every = 5_000;

/**
 * A first post so many minutes after the plan is saved, not after the button was pressed: the choice moves with the
 * clock. `minutes` is null if a time was selected.
 */
export function useSoon(choice: Choice, onChange: (part: Partial<Choice>) => void) {
  const [minutes, setMinutes] = useState<number | null>(null);
  const { zone, date, time } = choice;
  useEffect(() => {
    if (minutes === null) return undefined;
    const follow = () => {
      const next = soonest(zone, new Date(), minutes);
      if (next.date !== date || next.time !== time) onChange(next);
    };
    follow();
    const timer = setInterval(follow, every);
    return () => clearInterval(timer);
  });
  return {
    minutes,
    start: (wanted: number) => {
      setMinutes(wanted);
      onChange(soonest(zone, new Date(), wanted));
    },
    stop: () => setMinutes(null),
    /** The choice to be saved now. */
    now: (): Choice => (minutes === null ? choice : { ...choice, ...soonest(zone, new Date(), minutes) }),
  };
}
