import type { Sent } from '#contract/index.ts';

/** What a person pauses or resumes: everything, or a client, account or schedule with its display name. */
export type PauseTarget =
  | { scope: 'everything' }
  | { scope: 'client'; id: string; name: string }
  | { scope: 'account'; id: string; name: string }
  | { scope: 'schedule'; id: string; name: string };

/** A target in the format of the calls. */
export const sentTarget = (target: PauseTarget): Sent<'pause-publishing'> =>
  target.scope === 'everything' ? { scope: target.scope } : { scope: target.scope, id: target.id };

/** The question before a pause, or the dialog that ends one. */
export type PauseDialog = { kind: 'pause' | 'resume'; id: number; target: PauseTarget };

const listeners = new Set<() => void>();
let open: PauseDialog | null = null;
let lastId = 0;

/** The open dialog, null for none. For `useSyncExternalStore`. */
export const openPauseDialog = (): PauseDialog | null => open;

/** Calls back after every change; returns a function to stop. */
export function onPauseDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whether to pause a target. */
export const askPause = (target: PauseTarget): void => show('pause', target);

/** Shows the choices for resuming a target and what each would do. */
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
