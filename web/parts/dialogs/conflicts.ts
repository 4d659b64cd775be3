import { createQuestion } from '../../lib/one-question.ts';

/** A field that was changed both here and elsewhere, in words. */
export type Clash = { field: string; label: string; theirs: string; yours: string };

/** For each field that was changed both here and elsewhere, the version to keep. */
export type Choice = Readonly<Record<string, 'theirs' | 'yours'>>;

type Asked = {
  clashes: readonly Clash[];
  /** Labels of the fields that were changed only elsewhere; those changes are kept. */ elsewhere: readonly string[];
};

/**
 * The question which version to keep after a form was changed elsewhere while it was edited here; the answer null
 * continues editing.
 */
export const conflicts = createQuestion<Asked, Choice | null>({ escape: null });

/** Shows both versions of the fields and lets the person choose. */
export const askConflict = (asked: Asked): Promise<Choice | null> => conflicts.ask(asked);
