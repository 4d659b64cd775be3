import { useEffect, useRef, type RefObject } from 'react';

const firstOf = [
  'fieldset input:checked:enabled',
  // Options come before the search field above them, which would open a phone's keyboard.
  'fieldset input:enabled',
  ':is(input, select, textarea, button):enabled:not([type="hidden"])',
];

/** A step's first field: the selected option, otherwise the first one that can be selected. */
function firstFieldOf(panel: HTMLElement): HTMLElement | null {
  for (const selector of firstOf) {
    const field = panel.querySelector<HTMLElement>(selector);
    if (field !== null) return field;
  }
  return null;
}

/**
 * Moves the focus into a step that was opened by a button which no longer exists, or which does not name the step: to
 * the first field, or to the panel until its list is loaded. `lead` is called with the press. Tabs keep the focus
 * themselves.
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
