import { useEffect, useRef, type RefObject } from 'react';

/** For a row of tabs that does not fit: scrolls it sideways until the selected tab is in view. */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (!list.current || !tab) return;
    const [from, to] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    const { scrollLeft, clientWidth } = list.current;
    if (from < scrollLeft) list.current.scrollLeft = from;
    else if (to > scrollLeft + clientWidth) list.current.scrollLeft = to - clientWidth;
  }, [chosen]);
  return list;
}
