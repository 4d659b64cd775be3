import { useEffect, useRef } from 'react';

/** Calls back while an element is in or close to the visible part of a scroll area. */
export function useWhenNear(
  element: { current: HTMLElement | null },
  area: { current: HTMLElement | null },
  callBack: (() => void) | null,
): void {
  const latest = useRef(callBack);
  useEffect(() => {
    latest.current = callBack;
  });
  const isOn = callBack !== null;
  useEffect(() => {
    if (!isOn || element.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latest.current?.();
      },
      { root: area.current, rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
    // Observed again after each render of `isOn`, because an element that stays in view is reported once.
  }, [isOn, element, area, callBack]);
}
