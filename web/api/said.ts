import type { CallError } from './call.ts';

/** What a refusal says, once each: the messages of its fields or, where it names none, its own. */
export function wordsOf({ errors, message }: Pick<CallError, 'errors' | 'message'>): readonly string[] {
  const ofFields = [...new Set(Object.values(errors))];
  return ofFields.length > 0 ? ofFields : [message];
}

/** Whether all of what a refusal says is among the words on the screen. */
export const isSaid = (refusal: Pick<CallError, 'errors' | 'message'>, onScreen: ReadonlySet<string>): boolean =>
  wordsOf(refusal).every((words) => onScreen.has(words.trim()));

/**
 * The paragraphs in sight, which is where fields and forms say what is wrong. Notices are none of them: they go away by
 * themselves.
 */
export function paragraphsInSight(): ReadonlySet<string> {
  const inSight = [...document.querySelectorAll('p')].filter((paragraph) => {
    const { top, bottom, width } = paragraph.getBoundingClientRect();
    return width > 1 && top >= 0 && bottom <= innerHeight && paragraph.closest('[aria-label="Notices"]') === null;
  });
  return new Set(inSight.map(({ textContent }) => textContent.trim()));
}
