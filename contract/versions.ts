import { z } from 'zod';

/** Names the state of what a form edits; another state has another version. */
export const version = z.string().regex(/^[\da-f]{16}$/, 'This version is not known. Please reload the page.');

/**
 * What a 409 answers in `data` where a form was saved that something else has changed since it was read: the state that
 * is stored, by the fields of the call, with its version, and what was sent of it.
 */
export type Conflict = {
  version: string;
  current: Readonly<Record<string, unknown>>;
  yours: Readonly<Record<string, unknown>>;
};

type Checked = {
  value: Readonly<Record<string, unknown>> & { version?: string | undefined; id?: string | undefined };
  issues: z.core.$ZodRawIssue[];
};
type Options = {
  /** The call creates something where it gets no id, and then takes nothing less. */ creates?: boolean;
};

/**
 * Refines the input of a form's save: with `version`, the one the form was made from, a save sends only what changed
 * and the rest stays as it is stored; without it these fields must be there, and are missed in these words.
 */
export const neededInFull =
  (words: Readonly<Record<string, string>>, { creates = false }: Options = {}) =>
  ({ value, issues }: Checked): void => {
    if (value.version !== undefined && !(creates && value.id === undefined)) return;
    for (const [field, message] of Object.entries(words)) {
      if (value[field] === undefined) issues.push({ code: 'custom', message, path: [field], input: value });
    }
  };
