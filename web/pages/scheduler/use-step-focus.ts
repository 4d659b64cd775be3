import { useEffect, useRef, type RefObject } from 'react';

const firstOf = [
  'fieldset input:checked:enabled',
  // Before the search over it, which would bring up the keyboard of a phone.
  'fieldset input:enabled',
  ':is(input, select, textarea, button):enabled:not([type="hidden"])',
];

/** A step's first field: what is chosen already, else the first that can be. */
function firstFieldOf(panel: HTMLElement): HTMLElement | null {
  for (const selector of firstOf) {
    const field = panel.querySelector<HTMLElement>(selector);
    if (field !== null) return field;
  }
  return null;
}

/**
 * Leads the focus into a step that the person has gone to by a button which no longer exists, or says nothing of the
 * step: to the first field, or to the panel until its list has been read. `lead` is called with the press. Tabs keep
 * the focus themselves.
 */
export function useStepFocus(step: string): { panel: RefObject<HTMLDivElement | null>; lead: () => void } {
  const panel = useRef<HTMLDivElement>(null);
  const isLed = useRef(false);
  useEffect(() => {
    const element = panel.current;
    if (!isLed.current || element === null) return undefined;
    isLed.current = false;
    const enter = (): boolean => {
      const field = firstFieldOf(element);
      (field ?? element).focus();
      return field !== null;
    };
    if (enter()) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== element || enter()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [step]);
  return {
    panel,
    lead: () => {
      isLed.current = true;
    },
  };
}
