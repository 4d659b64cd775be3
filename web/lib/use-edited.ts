import { useEffect, useRef } from 'react';
import type { Conflict } from '#contract/versions.ts';
import { changesOf, fieldsLike, merge } from './edited.ts';
import { askConflict } from '../parts/conflicts.ts';
import { notify } from '../parts/notify.ts';
import { useUnfinished, type Typed } from './use-unfinished.ts';

type Options<F extends object, S extends object> = {
  /**
   * What the form is about, as `client 12`: what is typed is kept in the browser under this name. Null where it is not.
   */
  formName: string | null;
  /** The form as it opens, and the version it has. */
  saved: F;
  version: string | null;
  /** What of the form is saved, by the fields of the call. */
  stateOf: (fields: F) => S;
  /** What the person reads for each of these. */
  labels: Readonly<Record<keyof S & string, string>>;
  /** What a conflict shows of a field; its text unless given. */
  words?: (field: keyof S & string, state: S) => string;
  /** The state out of what the server tells in a conflict; by its fields' names unless given. */
  read?: (current: Conflict['current']) => S | null;
  /** The form with another state in it; the state beside its other fields unless given. */
  withState?: (fields: F, state: S) => F;
  /** Fields that are never kept in the browser. */
  secret?: readonly (keyof F & string)[];
};

/** Sends what changed, with the version it was made from, or all of the state; resolves to whether it was saved. */
export type Send<S extends object> = (changes: Partial<S>, version: { version?: string }, state: S) => Promise<boolean>;

/**
 * A form that edits what several tabs and people may edit: each save sends only what changed, and puts back nothing
 * without a word.
 */
export function useEdited<F extends object, S extends object>(options: Options<F, S>) {
  const { formName, saved, version, secret } = options;
  const { typed, isTyped, isRestored, type, take, forget } = useUnfinished({
    formName,
    opened: { fields: saved, origin: saved, version },
    ...(secret ? { secret } : {}),
  });
  const conflict = useRef<Conflict | null>(null);
  // A form that nobody has touched follows what is stored.
  useEffect(() => {
    if (!isTyped && version !== typed.version) take(saved, version);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when something else was read
  }, [version]);

  const save = async (send: Send<S>): Promise<boolean> => {
    let now = typed;
    let elsewhere: readonly string[] = [];
    for (;;) {
      conflict.current = null;
      const changes = changesOf(options.stateOf(now.origin), options.stateOf(now.fields));
      if (await send(changes, now.version === null ? {} : { version: now.version }, options.stateOf(now.fields))) {
        if (elsewhere.length > 0)
          notify.success(`Changed elsewhere meanwhile, and kept: ${elsewhere.join(', ')}`, { seconds: 6 });
        return true;
      }
      const met = taken(conflict);
      const settled = met && (await settle(now, met, options));
      if (!settled) return false;
      ({ typed: now, elsewhere } = settled);
      type(now);
    }
  };
  return {
    fields: typed.fields,
    /** Whether there is something that leaving would lose. */
    isEdited: isTyped,
    change: (part: Partial<F>) => type((before) => ({ ...before, fields: { ...before.fields, ...part } })),
    save,
    /** For the action that is saved by. */
    onConflict: (met: Conflict) => {
      conflict.current = met;
    },
    /** Goes on from what is stored now. */
    take,
    /** Whether what was typed before the page was loaded is in the form again. */
    restored: isRestored,
    discard: () => take(saved, version),
    /** Forgets what is kept of the form in the browser, where the person leaves it. */
    forget,
  };
}

// A ref changes while something is awaited, which its type does not know.
const taken = ({ current }: { current: Conflict | null }): Conflict | null => current;

type Settled<F extends object> = {
  typed: Typed<F>;
  /** What was changed elsewhere alone, where nothing had to be asked. */ elsewhere: readonly string[];
};

/**
 * Puts together what was typed and what was saved elsewhere meanwhile; null where the person would rather go on
 * editing.
 */
async function settle<F extends object, S extends object>(
  now: Typed<F>,
  { current, version }: Conflict,
  options: Options<F, S>,
): Promise<Settled<F> | null> {
  const { stateOf, labels, words = textOf, withState = (fields, state) => ({ ...fields, ...state }) } = options;
  const base = stateOf(now.origin);
  const theirs = options.read ? options.read(current) : fieldsLike(base, current);
  if (theirs === null) throw new Error('a conflict that cannot be read');
  const yours = stateOf(now.fields);
  const { fields: merged, clashes, elsewhere } = merge({ base, current: theirs, yours });
  const others = elsewhere.map((field) => labels[field]);
  const after = (state: S): Typed<F> => ({
    fields: withState(now.fields, state),
    origin: withState(now.origin, theirs),
    version,
  });
  if (clashes.length === 0) return { typed: after(merged), elsewhere: others };

  const choice = await askConflict({
    clashes: clashes.map((field) => ({
      field,
      label: labels[field],
      theirs: words(field, theirs),
      yours: words(field, yours),
    })),
    elsewhere: others,
  });
  if (choice === null) return null;
  const chosen: S = { ...merged };
  for (const field of clashes) if (choice[field] === 'theirs') chosen[field] = theirs[field];
  return { typed: after(chosen), elsewhere: [] };
}

const textOf = <S extends object>(field: keyof S & string, state: S): string => String(state[field]);
