import { z } from 'zod';

/** Identifies the state of a row that a form edits; every change results in another version. */
export const version = z.string().regex(/^[\da-f]{16}$/, 'This version is not known. Please reload the page.');

/**
 * The `data` of a 409, when a form is saved whose row has changed since it was read: the stored state, by the fields of
 * the call, with its version, and the values that were sent.
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
  /** Without an id the call creates a row, and then all these fields are required. */ creates?: boolean;
};

/**
 * Refines the input of a form's save. With `version`, that of the state the form was filled from, a save sends only
 * changed fields and the others stay as stored; without it these fields are required, with these messages.
 */
export const neededInFull =
  (words: Readonly<Record<string, string>>, { creates = false }: Options = {}) =>
  ({ value, issues }: Checked): void => {
    if (value.version !== undefined && !(creates && value.id === undefined)) return;
    for (const [field, message] of Object.entries(words)) {
      if (value[field] === undefined) issues.push({ code: 'custom', message, path: [field], input: value });
    }
  };
