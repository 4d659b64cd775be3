/**
 * Publishes the height of an element at the bottom of the window and of the gap below it, px, as a CSS variable of the
 * page. Returns a function that removes it.
 */
export function publishHeight(
  element: HTMLElement | null,
  { name, gap = 0 }: { name: '--bar-height' | '--notices-height'; gap?: number },
): () => void {
  if (element === null) return () => undefined;
  const { style } = document.documentElement;
  const publish = (): void => style.setProperty(name, `${element.offsetHeight + gap}px`);
  const observer = new ResizeObserver(publish);
  publish();
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(name);
  };
}
