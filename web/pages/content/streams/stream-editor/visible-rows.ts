import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Rows rendered beyond each edge of the window, so that a fast scroll shows no gap. */
const beyond = 6;

/** The rows from `from` up to but not including `to`. */
export type Rows = { from: number; to: number };

/**
 * The rows of a long list that are in or close to the window. `top`: px from the window's upper edge to the first row,
 * negative once it is scrolled out; `height`: of the window, px.
 */
export function rowsInSight(list: { count: number; rowHeight: number; top: number; height: number }): Rows {
  const { count, rowHeight, top, height } = list;
  const first = Math.floor(-top / rowHeight) - beyond;
  const last = Math.ceil((height - top) / rowHeight) + beyond;
  const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** One rendered row, and the px of omitted rows before it. */
export type ShownRow = { index: number; before: number };

/** The positions of a range of rows, and of `pinned` ones outside it, which must stay in the page; `after` in px. */
export function shownRowsOf(
  { from, to }: Rows,
  { count, rowHeight, pinned }: { count: number; rowHeight: number; pinned: readonly number[] },
): { shownRows: ShownRow[]; after: number } {
  const extra = pinned.filter((index) => index >= 0 && index < count && (index < from || index >= to));
  const inRange = Array.from({ length: to - from }, (_none, index) => from + index);
  const indices = [...new Set([...extra, ...inRange])].toSorted((a, b) => a - b);
  const shownRows = indices.map((index, at) => ({ index, before: (index - (indices[at - 1] ?? -1) - 1) * rowHeight }));
  return { shownRows, after: (count - 1 - (indices.at(-1) ?? -1)) * rowHeight };
}

/** The visible rows of a list with rows of one height that scrolls with the window; `body` is its element. */
export function useRowsInSight(
  body: RefObject<HTMLElement | null>,
  { count, rowHeight }: { count: number; rowHeight: number },
): Rows {
  const [shown, show] = useState<Rows>({ from: 0, to: 0 });
  const look = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const next = rowsInSight({ count, rowHeight, top, height: window.innerHeight });
    show((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
    look();
  });
  useEffect(() => {
    const onScroll = () => latest.current();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  return { from: Math.min(shown.from, count), to: Math.min(Math.max(shown.to, shown.from), count) };
}
