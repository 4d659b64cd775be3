/** What a person confirms by that it is them: the password, or a code where two-step log-in is on. */
export type Proof = 'password' | 'code';

/** The question on the screen; `answer` takes it away. */
export type Question = { id: number; proof: Proof; answer: (confirmed: boolean) => void; /** What had the focus when the question came up. */ from: Element | null };

const listeners = new Set<() => void>();
let open: Question | null = null;
let asked: Promise<boolean> | null = null;
let focused: Element | null = null;
let lastId = 0;

/** The question on the screen, null for none. For `useSyncExternalStore`. */
export const openQuestion = (): Question | null => open;

/** Calls back after every change; returns the way to stop. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person to confirm that it is them; resolves to whether they did. Calls that want it at the same time share one question. */
export function askIdentity(proof: Proof): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    lastId += 1;
    show({
      id: lastId, proof, from: focused,
      answer: (confirmed) => {
        asked = null;
        show(null);
        resolve(confirmed);
      },
    });
  });
  return asked;
}

function show(question: Question | null): void {
  open = question;
  for (const listener of listeners) listener();
}

// A button that is disabled while it works has lost the focus by the time the question comes up.
globalThis.addEventListener?.('focusin', ({ target }) => {
  if (target instanceof Element && open === null) focused = target;
});

// NOTE: here, and not where the question is drawn: a dialog beneath listens to the same key on the window, and of two listeners
// there the earlier one is asked first.
globalThis.addEventListener?.('keydown', (event) => {
  if (event.key !== 'Escape' || open === null || event.isComposing) return;
  event.stopImmediatePropagation();
  open.answer(false);
}, { capture: true });
