import { createContext, useCallback, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import { keepFocus } from '../../lib/keep-focus.ts';
import styles from './bulk.module.css';

/** Returns a lost focus to the checkbox that was pressed last. */
const FocusInList = createContext<() => void>(() => undefined);

type Props = {
  /** The `BulkBar` of the list. */ bar: ReactNode;
  children: ReactNode;
};

/**
 * A list whose rows can be selected, with its bar. The bar comes first in the tab order, and is shown at the bottom of
 * the window or, at the list's end, below it: no row moves when the bar appears or disappears.
 */
export function SelectableList({ bar, children }: Props) {
  const lastBox = useRef<HTMLElement>(null);
  const returnFocus = useCallback(() => keepFocus(lastBox.current), []);
  return (
    <FocusInList value={returnFocus}>
      <div
        className={styles.list}
        onChange={({ target }) => {
          if (target instanceof HTMLInputElement && target.type === 'checkbox') lastBox.current = target;
        }}
      >
        {bar}
        {children}
      </div>
    </FocusInList>
  );
}

/**
 * Returns the focus to the checkbox that was pressed last, once the bar or the outcome disappears with the focused
 * button.
 */
export function useFocusInList(isShown: boolean): void {
  const returnFocus = useContext(FocusInList);
  // Before other code looks for a lost focus.
  useLayoutEffect(() => (isShown ? returnFocus : undefined), [isShown, returnFocus]);
}
