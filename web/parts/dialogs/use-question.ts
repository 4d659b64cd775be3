import { useEffect, useState, useSyncExternalStore } from 'react';
import { keepFocus } from '../../lib/keep-focus.ts';
import type { Question, OpenQuestion } from '../../lib/one-question.ts';

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
    return () => keepFocus(question.from);
  }, [question]);
  return { question, drawn: question ?? last, opened: question !== null && ready };
}
