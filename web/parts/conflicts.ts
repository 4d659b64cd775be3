import { createQuestion } from '../lib/one-question.ts';

/** A field that was changed here and elsewhere, in words. */
export type Clash = { field: string; label: string; theirs: string; yours: string };

/** What is to hold of each field that was changed here and elsewhere. */
export type Choice = Readonly<Record<string, 'theirs' | 'yours'>>;

type Asked = {
  clashes: readonly Clash[];
  /** Labels of what was changed elsewhere alone, and stays. */ elsewhere: readonly string[];
};

/** The question what is to hold where a form was changed elsewhere while it was edited here; null to go on editing. */
export const conflicts = createQuestion<Asked, Choice | null>({ escape: null });

/** Shows both states of the fields and lets the person choose. */
export const askConflict = (asked: Asked): Promise<Choice | null> => conflicts.ask(asked);
