/**
 * One notice (toast) on the screen. `heard` is for screen readers only, `seconds` is how long it stays, `undo` reverts
 * the action it reports.
 */
export type Notice = {
  id: number;
  tone: 'success' | 'danger' | 'heard';
  message: string;
  seconds: number;
  undo: (() => void) | null;
  /** The keys that do the same, as `aria-keyshortcuts` names them. */
  undoKeys: string | null;
};

const listeners = new Set<() => void>();
let shown: readonly Notice[] = [];
let lastId = 0;

/** The current notices, oldest first. For `useSyncExternalStore`. */
export const notices = (): readonly Notice[] => shown;

/** Calls back after every change; returns a function to stop. */
export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes a notice from the screen. */
export function dismiss(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

type Options = { /** The white-label area uses 4. */ seconds?: number; undo?: () => void; undoKeys?: string };

/**
 * Reports the outcome of an action, for 2 seconds; a long failure for as long as it takes to read. Returns the id of
 * the notice.
 */
export const notify = {
  success: (message: string, options: Options = {}) => show('success', message, options),
  danger: (message: string, options: Options = {}) =>
    show('danger', message, { seconds: readingSeconds(message), ...options }),
  /** For what the page itself shows: it is only announced to screen readers. */
  heard: (message: string) => show('heard', message, {}),
};

/** The time to read a message: 0.4 seconds a word, at least 2. */
const readingSeconds = (message: string): number => Math.max(2, 0.4 * message.split(' ').length);

function show(tone: Notice['tone'], message: string, { seconds = 2, undo, undoKeys }: Options): number {
  lastId += 1;
  // Equal texts are one notice that stays longer.
  const others = shown.filter((notice) => notice.message !== message);
  const notice = { id: lastId, tone, message, seconds, undo: undo ?? null, undoKeys: undoKeys ?? null };
  change([...others, notice].slice(-3));
  return lastId;
}

function change(next: readonly Notice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
