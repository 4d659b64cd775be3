import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

/** A row being moved: its original position and where it would be put down now, both counted from 0. */
export type Carried = { id: string; from: number; to: number; by: 'keys' | 'pointer' };

type List = {
  ids: readonly string[];
  nameOf: (id: string) => string;
  rowHeight: number;
  body: RefObject<HTMLElement | null>;
  onMove: (from: number, to: number) => void;
};

/** The event handlers of a row's grip. */
export type Grip = {
  onKeyDown: (event: KeyboardEvent, id: string) => void;
  onPointerDown: (event: PointerEvent, id: string) => void;
};

/** How many rows a page key skips. */
const page = 10;
/** px that the pointer must move before a press becomes a drag. */
const slack = 4;
/** px from the window's edges within which a drag scrolls the page, and the minimum and maximum px per frame. */
const edge = { px: 90, least: 6, most: 140 };
/** px of the window's upper edge that are covered. */
const covered = 130;

/** The position to which a key moves, or null for a key that moves nothing. */
export function positionByKey(key: string, { at, count }: { at: number; count: number }): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** px per frame by which a drag at `y` scrolls a window of `height`; faster the longer it lasts (`frames`). */
export function scrollStep(y: number, { height, frames }: { height: number; frames: number }): number {
  const speed = Math.min(edge.most, edge.least + frames / 2);
  if (y < edge.px) return -speed;
  return y > height - edge.px ? speed : 0;
}

/** Moves a row of a list to another position, by keyboard or pointer, and reports its current position. */
export function useCarried(list: List) {
  const [carried, draw] = useState<Carried | null>(null);
  const [said, say] = useState('');
  const [followed, follow] = useState<number | null>(null);
  // A press may end before the picked-up row has been rendered.
  const latest = useRef({ list, carried });
  useEffect(() => {
    latest.current.list = list;
  });
  const setCarried = (next: Carried | null) => {
    latest.current.carried = next;
    draw(next);
  };
  const lift = (id: string, by: Carried['by']) => {
    const { ids, nameOf } = latest.current.list;
    const from = ids.indexOf(id);
    if (from < 0) return;
    setCarried({ id, from, to: from, by });
    say(`${nameOf(id)} picked up, position ${from + 1} of ${ids.length}.`);
  };
  const carryTo = (to: number) => {
    const now = latest.current.carried;
    if (now === null || now.to === to) return;
    setCarried({ ...now, to });
    if (now.by === 'keys') follow(to);
    say(`${latest.current.list.nameOf(now.id)} is over position ${to + 1}.`);
  };
  const end = (isPutDown: boolean) => {
    const { carried: now, list: current } = latest.current;
    if (now === null) return;
    setCarried(null);
    if (!isPutDown) {
      if (now.by === 'keys') follow(now.from);
      return say(`${current.nameOf(now.id)} stays where it was.`);
    }
    say(`${current.nameOf(now.id)} put down at position ${now.to + 1}.`);
    if (now.to !== now.from) current.onMove(now.from, now.to);
  };
  const actions = useRef({ lift, carryTo, end });
  useEffect(() => {
    actions.current = { lift, carryTo, end };
  });
  useInSight(followed, list);

  // One pair of functions for the life of the list, so that its rows need not render again.
  const [grip] = useState<Grip>(() => ({
    onKeyDown: (event, id) => {
      const { carried: now, list: current } = latest.current;
      if (now?.by !== 'keys') {
        if (event.key !== ' ' || now !== null) return;
        event.preventDefault();
        return actions.current.lift(id, 'keys');
      }
      const to = positionByKey(event.key, { at: now.to, count: current.ids.length });
      if (to !== null) actions.current.carryTo(to);
      else if (event.key === ' ' || event.key === 'Enter') actions.current.end(true);
      else if (event.key === 'Escape') actions.current.end(false);
      else if (event.key === 'Tab') return actions.current.end(false);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown: (event, id) => {
      if (event.button !== 0 || latest.current.carried !== null) return;
      followPointer(event.nativeEvent, {
        begin: () => actions.current.lift(id, 'pointer'),
        at: (y) => {
          const { list: current } = latest.current;
          const top = current.body.current?.getBoundingClientRect().top ?? 0;
          const position = Math.floor((y - top) / current.rowHeight);
          actions.current.carryTo(Math.min(current.ids.length - 1, Math.max(0, position)));
        },
        end: (isPutDown) => actions.current.end(isPutDown),
      });
    },
  }));
  return { carried, said, grip };
}

// A row moved by keyboard stays in view.
function useInSight(position: number | null, { body, rowHeight }: List): void {
  useEffect(() => {
    if (position === null || body.current === null) return;
    const top = body.current.getBoundingClientRect().top + position * rowHeight;
    const under = top + rowHeight - (window.innerHeight - 24);
    if (top < covered) window.scrollBy(0, top - covered);
    else if (under > 0) window.scrollBy(0, under);
  }, [position, body, rowHeight]);
}

type Follower = { begin: () => void; at: (y: number) => void; end: (isPutDown: boolean) => void };

/** Follows a pressed pointer until it is released; at the window's edges the page scrolls under it. */
function followPointer(press: globalThis.PointerEvent, { begin, at, end }: Follower): void {
  let y = press.clientY;
  let isDrag = false;
  let frames = 0;
  let frame = 0;
  const control = new AbortController();
  const { signal } = control;
  const scroll = () => {
    const step = scrollStep(y, { height: window.innerHeight, frames });
    frames = step === 0 ? 0 : frames + 1;
    if (step !== 0) window.scrollBy(0, step);
    at(y);
    frame = requestAnimationFrame(scroll);
  };
  const stop = (isPutDown: boolean) => {
    control.abort();
    cancelAnimationFrame(frame);
    if (!isDrag) return;
    end(isPutDown);
    swallowClick();
  };
  const onMove = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== press.pointerId) return;
    y = event.clientY;
    if (isDrag || Math.abs(y - press.clientY) < slack) return;
    isDrag = true;
    begin();
    frame = requestAnimationFrame(scroll);
  };
  document.addEventListener('pointermove', onMove, { signal });
  document.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== press.pointerId) return;
      if (isDrag) at(event.clientY);
      stop(true);
    },
    { signal },
  );
  document.addEventListener('pointercancel', () => stop(false), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') stop(false);
    },
    { signal },
  );
}

/** The click that follows the end of a drag must do nothing. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => click.stopPropagation();
  window.addEventListener('click', swallow, { capture: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
