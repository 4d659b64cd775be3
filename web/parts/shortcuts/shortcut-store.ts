import { useEffect, useSyncExternalStore } from 'react';

/** What keys do, with every way to press them: `{label: 'Redo', keys: ['Ctrl Shift Z', 'Ctrl Y']}`. */
export type Shortcut = { label: string; keys: readonly string[] };

/** A group of related keys. */
export type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] };

type State = {
  isOpen: boolean;
  /** The groups of the screen, besides those of every page. */ groups: readonly ShortcutGroup[];
  /** Whether single letters act; somebody who speaks to the computer switches them off. */ hasSingleKeys: boolean;
};

const name = 'single-keys';
const listeners = new Set<() => void>();
let state: State = { isOpen: false, groups: [], hasSingleKeys: read() !== 'off' };

function read(): string | null {
  try {
    return globalThis.localStorage?.getItem(name) ?? null;
  } catch {
    return null; // blocked storage
  }
}

function change(part: Partial<State>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list of keys as it is now. */
export const useShortcutList = (): State => useSyncExternalStore(subscribe, () => state);

/** Opens or closes the list of keys. */
export const showShortcuts = (isOpen: boolean): void => change({ isOpen });

/** Lists these keys while the screen is shown; `groups` must be the same object at each render. */
export function useShortcuts(groups: readonly ShortcutGroup[]): void {
  useEffect(() => {
    change({ groups });
    return () => change({ groups: [] });
  }, [groups]);
}

/** Switches single letters as shortcuts on or off, in this browser. */
export function setSingleKeys(hasSingleKeys: boolean): void {
  try {
    if (hasSingleKeys) localStorage.removeItem(name);
    else localStorage.setItem(name, 'off');
  } catch {
    // blocked storage: it holds until the page is loaded again
  }
  change({ hasSingleKeys });
}

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog]';

/** Whether a key was pressed alone and outside of fields and dialogs, where it would be typed. */
export const isSingleKey = ({ ctrlKey, metaKey, altKey, target, repeat, defaultPrevented }: KeyboardEvent): boolean =>
  state.hasSingleKeys &&
  !(ctrlKey || metaKey || altKey || repeat || defaultPrevented) &&
  !(target instanceof Element && target.closest(fields)) &&
  document.querySelector('[role=dialog][aria-modal=true]') === null;
