import { runOrGone } from '../../api/gone.ts';
import type { Subject } from './about.tsx';

/** A question before something is deleted, or an error that the person must acknowledge. */
export type Dialog =
  | {
      kind: 'confirm';
      id: number;
      title: string;
      text: string;
      about: Subject | null;
      confirm: string;
      busy: string;
      cancel: string;
      /** The control that opened it. */
      from: Element | null;
      followsRow: boolean;
      onConfirm: () => Promise<boolean>;
    }
  | { kind: 'oops'; id: number; text: string };

const listeners = new Set<() => void>();
let open: Dialog | null = null;
let lastId = 0;

/** The open dialog, null for none. For `useSyncExternalStore`. */
export const openDialog = (): Dialog | null => open;

/** Calls back after every change; returns a function to stop. */
export function onDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes the dialog. */
export const closeDialog = (): void => show(null);

type Question = {
  text: string;
  /** Named under the text, with what depends on it. */
  about?: Subject;
  title?: string;
  confirm?: string;
  /** The button's label while it works. */
  busy?: string;
  cancel?: string;
  /** False if the list itself moves the focus once the row is deleted. */
  followsRow?: boolean;
  /**
   * Deletes it; resolves to whether that is done. The dialog closes when it is, or when it no longer exists, and stays
   * open when this resolves to false or rejects.
   */
  onConfirm: () => Promise<boolean>;
};

/** Asks before deleting. */
export function confirmDelete({
  title = 'Are you sure?',
  confirm = 'Delete',
  busy = 'Please wait...',
  cancel = 'Cancel',
  followsRow = true,
  about,
  ...rest
}: Question): void {
  lastId += 1;
  const from = document.activeElement;
  show({
    kind: 'confirm',
    id: lastId,
    title,
    confirm,
    busy,
    cancel,
    followsRow,
    from,
    about: about ?? null,
    ...rest,
  });
}

/** Carries out a confirmed question; closes its dialog and returns true if it is done or no longer exists. */
export async function confirmed({ id, onConfirm }: Extract<Dialog, { kind: 'confirm' }>): Promise<boolean> {
  const { result, isGone } = await runOrGone(onConfirm);
  if (!result && !isGone) return false;
  if (open?.id === id) closeDialog();
  return true;
}

/** Says why something cannot be done, in a dialog titled 'Oops!'. */
export function alertOops(text: string): void {
  lastId += 1;
  show({ kind: 'oops', id: lastId, text });
}

function show(dialog: Dialog | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}
