import type { Sent } from '#contract/index.ts';

/** What a person pauses or resumes: everything, or a client, account or schedule with the name they know it by. */
export type PauseTarget =
  | { scope: 'everything' }
  | { scope: 'client'; id: string; name: string }
  | { scope: 'account'; id: string; name: string }
  | { scope: 'schedule'; id: string; name: string };

/** A target as the calls name it. */
export const sentTarget = (target: PauseTarget): Sent<'pause-publishing'> =>
  target.scope === 'everything' ? { scope: target.scope } : { scope: target.scope, id: target.id };

/** The question before a pause, or the dialog in which one is ended. */
export type PauseDialog = { kind: 'pause' | 'resume'; id: number; target: PauseTarget };

const listeners = new Set<() => void>();
let open: PauseDialog | null = null;
let lastId = 0;

/** The dialog on the screen, null for none. For `useSyncExternalStore`. */
export const openPauseDialog = (): PauseDialog | null => open;

/** Calls back after every change; returns the way to stop. */
export function onPauseDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whether to pause a target. */
export const askPause = (target: PauseTarget): void => show('pause', target);

/** Shows what resuming a target would do, with the choices. */
export const askResume = (target: PauseTarget): void => show('resume', target);

/** Closes the dialog. */
export function closePauseDialog(): void {
  open = null;
  for (const listener of listeners) listener();
}

function show(kind: PauseDialog['kind'], target: PauseTarget): void {
  lastId += 1;
  open = { kind, id: lastId, target };
  for (const listener of listeners) listener();
}
