import { createQuestion } from './one-question.ts';

/** The proof of a person's identity: the password, or a code if two-step log-in is on. */
export type Proof = 'password' | 'code';

/** The question that confirms the person's identity. */
export const identity = createQuestion<Proof>({ escape: false });

/** Asks the person to confirm their identity; resolves to whether they did. Concurrent calls share one question. */
export const askIdentity = (proof: Proof): Promise<boolean> => identity.ask(proof);
