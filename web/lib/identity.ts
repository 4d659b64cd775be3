import { createQuestion } from './one-question.ts';

/** What a person confirms by that it is them: the password, or a code where two-step log-in is on. */
export type Proof = 'password' | 'code';

/** The question whether it is really the person. */
export const identity = createQuestion<Proof>({ escape: false });

/**
 * Asks the person to confirm that it is them; resolves to whether they did. Calls that want it at the same time share
 * one question.
 */
export const askIdentity = (proof: Proof): Promise<boolean> => identity.ask(proof);
