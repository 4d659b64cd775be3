import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Question, OpenQuestion } from '../lib/one-question.ts';

/**
 * What the dialog of a question draws: the question (null for none), the question that stays drawn while the dialog
 * fades out, and whether it is open.
 */
export function useQuestion<Asked, Answer>({ onChange, open }: OpenQuestion<Asked, Answer>) {
  const question = useSyncExternalStore(onChange, open);
  const [last, setLast] = useState<Question<Asked, Answer> | null>(null);
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (!question) return;
    setLast(question);
    return () => giveFocusBack(question);
  }, [question]);
  return { question, drawn: question ?? last, opened: question !== null && ready };
}

/**
 * Returns the focus to the element that had it, if that could not keep it: a button that was disabled in the meantime.
 */
function giveFocusBack({ from }: { from: Element | null }): void {
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  }, 250); // the dialog has faded out by then
}
