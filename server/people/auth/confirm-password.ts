import { messages } from '#contract/messages.ts';
import { UserError, type OutsideContext } from '../../base/handlers.ts';
import { withPasswordSlot } from '../../base/secrets/password-semaphore.ts';
import { verifyPassword } from '../../base/secrets/passwords.ts';
import { countTries, confirmByUser, returnTry } from '../../base/limits/index.ts';
import { findPasswordHash } from './email-queries.ts';

/** A person whose password was right when checked. `holdsPassword` checks again in the transaction of the action. */
export type Confirmed = { id: string; password_hash: string | null };

/**
 * Checks the signed-in person's current password, before actions that a person at an unattended browser must not do.
 * Tries are limited against guessing. Throws a UserError for the field `password`.
 */
export const confirmPassword = (context: OutsideContext, password: string): Promise<Confirmed> =>
  withPasswordSlot({ who: context.user.id, signal: context.signal }, () => confirmInSlot(context, password));

async function confirmInSlot({ transaction, user, now }: OutsideContext, password: string): Promise<Confirmed> {
  await countTries({ transaction, now }, [[confirmByUser, user.id]], messages.confirmTooMany);
  const person = await transaction((tx) => findPasswordHash(tx, user));
  if (person === undefined || !(await verifyPassword(password, person.password_hash))) throw wrongPassword();
  await transaction((tx) => returnTry(tx, confirmByUser, { who: user.id }));
  return person;
}

/** The answer to a wrong current password. */
export const wrongPassword = (): UserError =>
  new UserError(messages.passwordWrong, { status: 422, errors: { password: messages.passwordWrong } });
