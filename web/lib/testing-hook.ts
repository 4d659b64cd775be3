/** Runs a hook in a test without a page: its state, references, callbacks and effects, without any component. */
import * as React from 'react';

type Slot = { value: unknown; parts?: readonly unknown[] | undefined; end?: (() => void) | void };

/** The member of React that answers its hooks, which a renderer sets while it runs a component. */
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

function internals(): { H: unknown } {
  const all: object = React;
  const inner: unknown = name in all ? all[name] : undefined;
  if (typeof inner !== 'object' || inner === null || !('H' in inner)) throw new Error('this React has other internals');
  return inner;
}

const isFunction = (value: unknown): value is (before: unknown) => unknown => typeof value === 'function';

const isSame = (one: Slot | undefined, parts: readonly unknown[] | undefined): boolean =>
  one?.parts !== undefined &&
  parts !== undefined &&
  one.parts.length === parts.length &&
  one.parts.every((part, at) => Object.is(part, parts[at]));

/** Runs `hook` at once, and again after each change of its state; `now` is its latest result. */
export function runHook<T>(hook: () => T): { now: () => T; end: () => void } {
  const react = internals();
  const slots: Slot[] = [];
  let place = 0;
  let isStale = true;
  let isRunning = false;
  let effects: { at: number; run: () => (() => void) | void; parts: readonly unknown[] | undefined }[] = [];
  let latest: { result: T } | null = null;

  const slotOf = (first: () => unknown): Slot => (slots[place++] ??= { value: first() });
  const memo = (make: () => unknown, parts: readonly unknown[] | undefined): unknown => {
    const at = place++;
    const before = slots[at];
    if (before !== undefined && isSame(before, parts)) return before.value;
    const value = make();
    slots[at] = { value, parts };
    return value;
  };
  const answers = {
    useState: (first: unknown) => {
      const slot = slotOf(() => (isFunction(first) ? first(undefined) : first));
      const set = (next: unknown) => {
        const value = isFunction(next) ? next(slot.value) : next;
        if (Object.is(value, slot.value)) return;
        slot.value = value;
        isStale = true;
        refresh();
      };
      return [slot.value, set];
    },
    useRef: (first: unknown) => slotOf(() => ({ current: first })).value,
    useMemo: memo,
    useCallback: (callback: unknown, parts?: readonly unknown[]) => memo(() => callback, parts),
    useEffect: (run: () => (() => void) | void, parts?: readonly unknown[]) => {
      const at = place++;
      if (!isSame(slots[at], parts)) effects.push({ at, run, parts });
    },
  };

  function refresh(): void {
    if (isRunning) return;
    isRunning = true;
    while (isStale) {
      [isStale, place, effects] = [false, 0, []];
      const before = react.H;
      react.H = answers;
      latest = { result: hook() };
      react.H = before;
      for (const { at, run, parts } of effects) {
        slots[at]?.end?.();
        slots[at] = { value: null, parts, end: run() };
      }
    }
    isRunning = false;
  }
  refresh();
  return {
    now: () => {
      if (latest === null) throw new Error('the hook has not run');
      return latest.result;
    },
    end: () => {
      for (const slot of slots) slot.end?.();
    },
  };
}
