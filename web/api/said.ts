import type { CallError } from './call.ts';

/** The messages of a refusal, each once: those of its fields or, without any, its own. */
export function wordsOf({ errors, message }: Pick<CallError, 'errors' | 'message'>): readonly string[] {
  const ofFields = [...new Set(Object.values(errors))];
  return ofFields.length > 0 ? ofFields : [message];
}

/** Whether the screen already shows all messages of a refusal. */
export const isSaid = (refusal: Pick<CallError, 'errors' | 'message'>, onScreen: ReadonlySet<string>): boolean =>
  wordsOf(refusal).every((words) => onScreen.has(words.trim()));

/** The visible paragraphs, in which fields and forms show their errors. Notices do not count: they disappear. */
export function paragraphsInSight(): ReadonlySet<string> {
  const inSight = [...document.querySelectorAll('p')].filter((paragraph) => {
    const { top, bottom, width } = paragraph.getBoundingClientRect();
    return width > 1 && top >= 0 && bottom <= innerHeight && paragraph.closest('[aria-label="Notices"]') === null;
  });
  return new Set(inSight.map(({ textContent }) => textContent.trim()));
}
