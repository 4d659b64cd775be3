import { useEffect, useRef } from 'react';
import type { Conflict } from '#contract/base/versions.ts';
import { runOrLost } from '../api/gone.ts';
import { changesOf, fieldsLike, merge, ownBase } from './edited.ts';
import { askConflict } from '../parts/dialogs/conflicts.ts';
import { notify } from '../parts/notices/notify.ts';
import { useFormDraft, type Typed } from './use-form-draft.ts';

type Options<F extends object, S extends object> = {
  /** The name under which typed text is stored in the browser, as `client 12`. Null if it is not stored. */
  formName: string | null;
  /** The initial form, and the version it is based on. */
  saved: F;
  version: string | null;
  /** The state that is saved, by the fields of the call. */
  stateOf: (fields: F) => S;
  /** The label of each of these fields. */
  labels: Readonly<Record<keyof S & string, string>>;
  /** How a field is shown in a conflict; by default as its text. */
  words?: (field: keyof S & string, state: S) => string;
  /** The state from the server's conflict; by default by its field names. */
  read?: (current: Conflict['current']) => S | null;
  /** The form with another state in it; by default the state replaces the fields of the same names. */
  withState?: (fields: F, state: S) => F;
  /** Fields that are never stored in the browser. */
  secret?: readonly (keyof F & string)[];
};

/** Sends the changes, with the version they are based on, or the whole state; resolves to whether it was saved. */
export type Send<S extends object> = (changes: Partial<S>, version: { version?: string }, state: S) => Promise<boolean>;

/**
 * A form whose data several tabs and people may edit: each save sends only changes, and never silently reverts others'
 * changes.
 */
export function useEdited<F extends object, S extends object>(options: Options<F, S>) {
  const { formName, saved, version, secret } = options;
  const { typed, isTyped, isRestored, type, take, forget } = useFormDraft({
    formName,
    opened: { fields: saved, origin: saved, version },
    ...(secret ? { secret } : {}),
  });
  const conflict = useRef<Conflict | null>(null);
  /** The changes in saves without an answer, which may have been stored. */
  const lost = useRef<Partial<S>[]>([]);
  // An untouched form follows the stored state.
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
      const version = now.version === null ? {} : { version: now.version };
      const state = options.stateOf(now.fields);
      const { result: isSaved, isLost } = await runOrLost(() => send(changes, version, state));
      if (isLost) lost.current.push(changes);
      if (isSaved) {
        lost.current = [];
        if (elsewhere.length > 0)
          notify.success(`Changed elsewhere meanwhile, and kept: ${elsewhere.join(', ')}`, { seconds: 6 });
        return true;
      }
      const met = taken(conflict);
      const settled = met && (await settle(now, { ...met, lost: lost.current }, options));
      if (!settled) return false;
      ({ typed: now, elsewhere } = settled);
      type(now);
    }
  };
  return {
    fields: typed.fields,
    /** Whether leaving would lose something. */
    isEdited: isTyped,
    change: (part: Partial<F>) => type((before) => ({ ...before, fields: { ...before.fields, ...part } })),
    save,
    /** Passed to the action that saves. */
    onConflict: (met: Conflict) => {
      conflict.current = met;
    },
    /** Resets the form to the stored state. */
    take,
    /** Whether text typed before a reload was restored. */
    restored: isRestored,
    discard: () => take(saved, version),
    /** Deletes the stored form when the person leaves it. */
    forget,
  };
}

// A ref can change during an await, which its type does not show.
const taken = ({ current }: { current: Conflict | null }): Conflict | null => current;

type Settled<F extends object> = {
  typed: Typed<F>;
  /** Tells about fields that were changed only elsewhere, when no question was needed. */ elsewhere: readonly string[];
};

/** Merges the typed changes with those saved elsewhere meanwhile; null if the person prefers to continue editing. */
async function settle<F extends object, S extends object>(
  now: Typed<F>,
  { current, version, lost }: Conflict & { lost: readonly Partial<S>[] },
  options: Options<F, S>,
): Promise<Settled<F> | null> {
  const { stateOf, labels, words = textOf, withState = (fields, state) => ({ ...fields, ...state }) } = options;
  const origin = stateOf(now.origin);
  const theirs = options.read ? options.read(current) : fieldsLike(origin, current);
  if (theirs === null) throw new Error('a conflict that cannot be read');
  const base = ownBase(origin, { current: theirs, lost });
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
