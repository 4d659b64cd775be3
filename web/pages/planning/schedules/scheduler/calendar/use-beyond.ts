import { useEffect, useState, type RefObject } from 'react';
import { beyond, type Beyond } from './beyond.ts';

const nothing: Beyond = { above: null, below: null };

/**
 * The entries of a week that are scrolled out of sight, above or below what its area and the window show, and a way to
 * scroll to them. `area` scrolls the table, whose rows have a `data-hour`; `counts` are the entries by hour.
 */
export function useBeyond(
  area: RefObject<HTMLElement | null>,
  counts: ReadonlyMap<number, number>,
): Beyond & { show: (hour: number) => void } {
  const [seen, setSeen] = useState(nothing);
  useEffect(() => {
    const scroller = area.current;
    if (!scroller) return;
    const look = (): void => {
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-hour]')].map((row) => {
        const hour = Number(row.dataset['hour']);
        const top = row.offsetTop;
        return { hour, count: counts.get(hour) ?? 0, top, bottom: top + row.offsetHeight };
      });
      const { scrollTop, clientHeight } = scroller;
      const { top } = scroller.getBoundingClientRect();
      const from = scrollTop + Math.max(headOf(scroller), -top);
      const now = beyond(rows, { from, to: scrollTop + Math.min(clientHeight, innerHeight - top) });
      setSeen((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    const end = new AbortController();
    const { signal } = end;
    // Includes scrolling the page, whose event does not bubble.
    addEventListener('scroll', look, { signal, capture: true, passive: true });
    addEventListener('resize', look, { signal });
    return () => {
      observer.disconnect();
      end.abort();
    };
  }, [area, counts]);
  const show = (hour: number): void => {
    const row = scrollToHour(area.current, hour);
    // The pressed button may have disappeared together with the focus.
    row?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
  };
  return { ...seen, show };
}

const headOf = (scroller: HTMLElement): number => scroller.querySelector('thead')?.offsetHeight ?? 0;

/** Scrolls the row with an hour right below the head of the table; returns the row. */
export function scrollToHour(scroller: HTMLElement | null, hour: number): HTMLElement | null {
  const rows = [...(scroller?.querySelectorAll<HTMLElement>('[data-hour]') ?? [])];
  const row = rows.findLast((each) => Number(each.dataset['hour']) <= hour) ?? null;
  if (scroller && row) scroller.scrollTop = row.offsetTop - headOf(scroller);
  return row;
}
