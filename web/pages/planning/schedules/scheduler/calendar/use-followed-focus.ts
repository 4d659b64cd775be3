import { useEffect, useRef } from 'react';

/** How long a post may be missing between two renderings, ms: shorter than another week takes to begin loading. */
const patience = 200;

/** The focused element of the calendar, and the post it shows. */
type Focused = { element: Element; post: string | undefined };

/**
 * Keeps the focus in the calendar when the focused element is rendered elsewhere, for example a post that is moved: the
 * post gets the focus at its next position or, once the calendar is `settled` without it, the title does.
 */
export function useFollowedFocus({ settled }: { settled: boolean }) {
  const body = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Focused | null>(null);
  useEffect(() => {
    const take = ({ target }: FocusEvent): void => {
      focused.current =
        target instanceof Element && body.current?.contains(target)
          ? { element: target, post: target.closest<HTMLElement>('[data-event]')?.dataset['event'] }
          : null;
    };
    addEventListener('focusin', take);
    return () => removeEventListener('focusin', take);
  }, []);
  // After every rendering: each of them can render the post elsewhere.
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (focused.current === null || focused.current.element.isConnected || !isLost) return undefined;
    const { post } = focused.current;
    const box = post === undefined ? null : body.current?.querySelector<HTMLElement>(`[data-event="${post}"]`);
    if (box) box.focus();
    if (box || !settled) return undefined;
    const timer = setTimeout(() => title.current?.focus(), patience);
    return () => clearTimeout(timer);
  });
  return { body, title };
}
