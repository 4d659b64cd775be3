/**
 * One notice on the screen; `heard` is for screen readers alone. `seconds` is how long it stays; `undo` takes back what
 * it tells of.
 */
export type Notice = {
  id: number;
  tone: 'success' | 'danger' | 'heard';
  message: string;
  seconds: number;
  undo: (() => void) | null;
};

const listeners = new Set<() => void>();
let shown: readonly Notice[] = [];
let lastId = 0;

/** The notices on the screen now, oldest first. For `useSyncExternalStore`. */
export const notices = (): readonly Notice[] => shown;

/** Calls back after every change; returns the way to stop. */
export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes a notice off the screen. */
export function dismiss(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

type Options = { /** The white-label area takes 4. */ seconds?: number; undo?: () => void };

/** Says how something went, for 2 seconds. */
export const notify = {
  success: (message: string, options: Options = {}) => show('success', message, options),
  danger: (message: string, options: Options = {}) => show('danger', message, options),
  /** For what the page shows by itself: it is only read out. */
  heard: (message: string) => show('heard', message, {}),
};

function show(tone: Notice['tone'], message: string, { seconds = 2, undo }: Options): void {
  lastId += 1;
  // The same words twice are one notice that stays longer.
  const others = shown.filter((notice) => notice.message !== message);
  change([...others, { id: lastId, tone, message, seconds, undo: undo ?? null }].slice(-3));
}

function change(next: readonly Notice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
