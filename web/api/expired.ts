import { createQuestion } from '../lib/one-question.ts';
import { currentSession, isSamePerson, onSessionChange, type Session } from './session-store.ts';

/** The question for the password of an expired session, over the current page. It closes only with an answer. */
export const expiry = createQuestion<Session>({});

/**
 * Asks the person of an expired session to sign in again; resolves to whether the same person continues, which may also
 * have happened in another tab. Concurrent calls share one question.
 */
export const askLogin = (session: Session): Promise<boolean> => expiry.ask(session);

onSessionChange(() => {
  const question = expiry.open();
  const now = currentSession();
  if (question !== null && now?.token !== question.asked.token)
    question.answer(now !== null && isSamePerson(now, question.asked));
});
