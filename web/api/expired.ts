import { createQuestion } from '../lib/one-question.ts';
import { currentSession, isSamePerson, onSessionChange, type Session } from './session-store.ts';

/** The question for the password of a session that ran out, over the page as it is. It has no way out but an answer. */
export const expiry = createQuestion<Session>({});

/**
 * Asks whose session ran out to sign in again; resolves to whether the same person goes on, which may also have
 * happened in another tab. Calls that find it out at the same time share one question.
 */
export const askLogin = (session: Session): Promise<boolean> => expiry.ask(session);

onSessionChange(() => {
  const question = expiry.open();
  const now = currentSession();
  if (question !== null && now?.token !== question.asked.token)
    question.answer(now !== null && isSamePerson(now, question.asked));
});
