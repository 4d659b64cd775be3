import { useEffect, useState } from 'react';
import { soonest, type Choice } from './wizard-state.ts';

/** Milliseconds between two looks at the clock while the first post goes out as soon as it is saved. */
const every = 5_000;

/**
 * A first post so many minutes from whenever the plan is saved, and not from the press of the button: the choice moves
 * on with the clock. `minutes` is null if a time was chosen.
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
    /** The choice as it is to be saved at this moment. */
    now: (): Choice => (minutes === null ? choice : { ...choice, ...soonest(zone, new Date(), minutes) }),
  };
}
