import { useEffect, useState, type KeyboardEvent } from 'react';
import type { LocalTime } from '#rules/planning.ts';
import type { Day, View } from '../days.ts';
import { localByKey } from './times.ts';

/** What is carried: a post of the plan, or a draft. */
export type Carried = {
  title: string;
  /** Where it is in the calendar. */ local: LocalTime;
  /** The zone in which its time is said. */ zone: string;
  /** The time in that zone of a place in the calendar. */ said: (local: LocalTime) => LocalTime;
  /** Puts it down at a place in the calendar. */ put: (local: LocalTime) => void;
};

type Options = {
  view: View;
  /** What a box of the calendar stands for. */ carriedOf: (box: HTMLElement | null) => Carried | undefined;
  /** Scrolls a day into view. */ onShow: (day: Day) => void;
};

const dayOf = (local: LocalTime): Day => local.slice(0, 10);

/** What is picked up by keyboard, and where it would be put down. */
export type PickedUp = { carried: Carried; local: LocalTime };

/**
 * Moving by keyboard: M picks up the focused one, arrows move it, Enter puts it down, Escape cancels and returns
 * to where the post is.
 */
export function usePickUp({ view, carriedOf, onShow }: Options) {
  const [picked, setPicked] = useState<PickedUp | null>(null);
  useEffect(() => {
    if (!picked) return;
    const { carried, local } = picked;
    const press = (key: globalThis.KeyboardEvent): void => {
      const next = localByKey(view, local, key.key);
      const isPut = key.key === 'Enter' || key.key === ' ';
      const isLeft = key.key === 'Escape' || key.key === 'Tab';
      if (next === undefined && !isPut && !isLeft) return;
      if (key.key !== 'Tab') key.preventDefault();
      key.stopPropagation();
      if (next === undefined) {
        setPicked(null);
        if (isPut) carried.put(local);
        else if (dayOf(local) !== dayOf(carried.local)) onShow(dayOf(carried.local));
        return;
      }
      setPicked({ carried, local: next });
      if (dayOf(next) !== dayOf(local)) onShow(dayOf(next));
    };
    const leave = (): void => setPicked(null);
    addEventListener('keydown', press, { capture: true });
    addEventListener('pointerdown', leave, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
      removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [picked, view, onShow]);

  const onKeyDown = (key: KeyboardEvent): void => {
    if (key.key.toLowerCase() !== 'm' || key.ctrlKey || key.metaKey || key.altKey) return;
    const box = key.target instanceof Element ? key.target.closest<HTMLElement>('[data-movable]') : null;
    const carried = carriedOf(box);
    if (!carried) return;
    key.preventDefault();
    setPicked({ carried, local: carried.local });
  };
  return { picked, onKeyDown };
}
