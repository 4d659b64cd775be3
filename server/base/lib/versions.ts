import { hash } from 'node:crypto';
import { messages } from '#contract/messages.ts';
import type { Conflict } from '#contract/base/versions.ts';
import { UserError } from '../handlers.ts';

/** The state that a form edits, as the fields of the call that saves it. */
type State = Readonly<Record<string, unknown>>;

/** The version of a state. It depends only on the values, so a change that was undone causes no conflict. */
export const versionOf = (state: State): string => hash('sha256', JSON.stringify(state)).slice(0, 16);

/** The part of a state that a save sends. */
type Sent<S> = { readonly [Field in keyof S]?: S[Field] | undefined } & { readonly version?: string | undefined };

/**
 * The state after a save, computed from the stored state (its row must be locked) and the sent one. Without a version,
 * missing fields become `blank`, if that names them. With a version they stay; and if the state has changed since that
 * version was read, throws a 409 with both states. A save whose sent values are all stored already never conflicts, so
 * that one whose answer was lost may be repeated.
 */
export function saved<S extends State>(stored: S, sent: Sent<S>, blank: Partial<S> = {}): S {
  const given = Object.entries(sent).filter(([field, value]) => field in stored && value !== undefined);
  const yours: Readonly<Record<string, unknown>> = Object.fromEntries(given);
  const version = versionOf(stored);
  if (
    sent.version !== undefined &&
    sent.version !== version &&
    given.some(([field, value]) => !isSame(value, stored[field]))
  ) {
    const data: Conflict = { version, current: stored, yours };
    throw new UserError(messages.changedMeanwhile, { data });
  }
  return { ...stored, ...(sent.version === undefined ? blank : {}), ...yours };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
