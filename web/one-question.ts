/** A question on the screen. `answer` takes it away; `from` is what had the focus when it came up. */
export type Question<Asked> = { id: number; asked: Asked; answer: (yes: boolean) => void; from: Element | null };

/** A place for one question at a time over whatever is on the screen. */
export type QuestionPlace<Asked> = {
  /** The question on the screen, null for none. For `useSyncExternalStore`. */
  open: () => Question<Asked> | null;
  /** Calls back after every change; returns the way to stop. */
  onChange: (listener: () => void) => () => void;
  /** Asks; resolves to the answer. Whoever asks while a question is open shares it. */
  ask: (asked: Asked) => Promise<boolean>;
};

/** Makes a place for a question. Escape answers no where `escapes`, and nothing otherwise; in neither case does it reach what is beneath. */
export function questionPlace<Asked>({ escapes }: { escapes: boolean }): QuestionPlace<Asked> {
  const listeners = new Set<() => void>();
  let open: Question<Asked> | null = null;
  let answered: Promise<boolean> | null = null;
  let focused: Element | null = null;
  let lastId = 0;

  const show = (question: Question<Asked> | null): void => {
    open = question;
    for (const listener of listeners) listener();
  };

  // A button that is disabled while it works has lost the focus by the time the question comes up.
  globalThis.addEventListener?.('focusin', ({ target }) => {
    if (target instanceof Element && open === null) focused = target;
  });

  // NOTE: here, and not where the question is drawn: a dialog beneath listens to the same key on the window, and of two listeners
  // there the earlier one is asked first.
  globalThis.addEventListener?.('keydown', (event) => {
    if (event.key !== 'Escape' || open === null || event.isComposing) return;
    event.stopImmediatePropagation();
    if (escapes) open.answer(false);
  }, { capture: true });

  return {
    open: () => open,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (asked) => {
      answered ??= new Promise((resolve) => {
        lastId += 1;
        show({
          id: lastId, asked, from: focused,
          answer: (yes) => {
            answered = null;
            show(null);
            resolve(yes);
          },
        });
      });
      return answered;
    },
  };
}
