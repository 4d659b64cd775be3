/** A question on the screen. `answer` closes it; `from` is the element that had the focus when it opened. */
export type Question<Asked, Answer = boolean> = {
  id: number;
  asked: Asked;
  answer: (given: Answer) => void;
  from: Element | null;
};

/** One question at a time, above everything on the screen. */
export type OpenQuestion<Asked, Answer = boolean> = {
  /** The question on the screen, null for none. For `useSyncExternalStore`. */
  open: () => Question<Asked, Answer> | null;
  /** Calls back after every change; returns the way to stop. */
  onChange: (listener: () => void) => () => void;
  /** Asks; resolves to the answer. Concurrent callers share an open question. */
  ask: (asked: Asked) => Promise<Answer>;
};

/** Makes a question. Escape answers it with `escape`, or not at all; the key never reaches the page beneath. */
export function createQuestion<Asked, Answer = boolean>(options: { escape?: Answer }): OpenQuestion<Asked, Answer> {
  const listeners = new Set<() => void>();
  let open: Question<Asked, Answer> | null = null;
  let answered: Promise<Answer> | null = null;
  let focused: Element | null = null;
  let lastId = 0;

  const show = (question: Question<Asked, Answer> | null): void => {
    open = question;
    for (const listener of listeners) listener();
  };

  // A button that is disabled while it works has lost the focus by the time the question appears.
  globalThis.addEventListener?.('focusin', ({ target }) => {
    if (target instanceof Element && open === null) focused = target;
  });

  // NOTE: here, and not in the component: a dialog beneath listens to the same key on the window, and of two listeners
  // there the earlier one runs first.
  globalThis.addEventListener?.(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || open === null || event.isComposing) return;
      event.stopImmediatePropagation();
      if (options.escape !== undefined) open.answer(options.escape);
    },
    { capture: true },
  );

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
          id: lastId,
          asked,
          from: focused,
          answer: (given) => {
            answered = null;
            show(null);
            resolve(given);
          },
        });
      });
      return answered;
    },
  };
}
