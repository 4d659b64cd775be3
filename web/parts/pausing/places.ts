import type { Sent } from '#contract/index.ts';

/** What a person pauses or resumes: everything, or a client or account with the name they know it by. */
export type PausePlace =
  | { scope: 'everything' }
  | { scope: 'client'; id: string; name: string }
  | { scope: 'account'; id: string; name: string };

/** A place as the calls name it. */
export const sentPlace = (place: PausePlace): Sent<'pause-publishing'> =>
  place.scope === 'everything' ? { scope: place.scope } : { scope: place.scope, id: place.id };

/** The question before a pause, or the dialog in which one is ended. */
export type PauseDialog = { kind: 'pause' | 'resume'; id: number; place: PausePlace };

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

/** Asks whether to pause a place. */
export const askPause = (place: PausePlace): void => show('pause', place);

/** Shows what resuming a place would do, with the choices. */
export const askResume = (place: PausePlace): void => show('resume', place);

/** Closes the dialog. */
export function closePauseDialog(): void {
  open = null;
  for (const listener of listeners) listener();
}

function show(kind: PauseDialog['kind'], place: PausePlace): void {
  lastId += 1;
  open = { kind, id: lastId, place };
  for (const listener of listeners) listener();
}
