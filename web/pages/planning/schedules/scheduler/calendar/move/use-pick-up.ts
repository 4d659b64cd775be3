import { useEffect, useState, type KeyboardEvent } from 'react';
import type { LocalTime } from '#rules/planning.ts';
import type { Day, View } from '../days.ts';
import type { CalendarEvent } from '../events.ts';
import { localByKey } from './times.ts';

type Options = {
  view: View;
  find: (id: string | undefined) => CalendarEvent | undefined;
  /** Puts it down. */ onDrop: (event: CalendarEvent, local: LocalTime) => void;
  /** Scrolls a day into view. */ onShow: (day: Day) => void;
};

const dayOf = (local: LocalTime): Day => local.slice(0, 10);

/** A post picked up by keyboard, and the time at which it would be put down. */
export type PickedUp = { event: CalendarEvent; local: LocalTime };

/**
 * Moving posts by keyboard: M picks up the focused one, arrows move it, Enter puts it down, Escape cancels and returns
 * to where the post is.
 */
export function usePickUp({ view, find, onDrop, onShow }: Options) {
  const [picked, setPicked] = useState<PickedUp | null>(null);
  useEffect(() => {
    if (!picked) return;
    const { event, local } = picked;
    const press = (key: globalThis.KeyboardEvent): void => {
      const next = localByKey(view, local, key.key);
      const isPut = key.key === 'Enter' || key.key === ' ';
      const isLeft = key.key === 'Escape' || key.key === 'Tab';
      if (next === undefined && !isPut && !isLeft) return;
      if (key.key !== 'Tab') key.preventDefault();
      key.stopPropagation();
      if (next === undefined) {
        setPicked(null);
        if (isPut) onDrop(event, local);
        else if (dayOf(local) !== dayOf(event.local)) onShow(dayOf(event.local));
        return;
      }
      setPicked({ event, local: next });
      if (dayOf(next) !== dayOf(local)) onShow(dayOf(next));
    };
    const leave = (): void => setPicked(null);
    addEventListener('keydown', press, { capture: true });
    addEventListener('pointerdown', leave, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
      removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [picked, view, onDrop, onShow]);

  const onKeyDown = (key: KeyboardEvent): void => {
    if (key.key.toLowerCase() !== 'm' || key.ctrlKey || key.metaKey || key.altKey) return;
    const box = key.target instanceof Element ? key.target.closest<HTMLElement>('[data-movable]') : null;
    const event = find(box?.dataset['event']);
    if (!event) return;
    key.preventDefault();
    setPicked({ event, local: event.local });
  };
  return { picked, onKeyDown };
}
