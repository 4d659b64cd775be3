import { messages } from '#contract/messages.ts';
import { UserError, type OutsideContext } from '../handlers.ts';
import { withPasswordSlot } from './password-semaphore.ts';
import { hashPassword } from './passwords.ts';

/**
 * The hash of a password that a person sets for an account, computed in a slot and outside any transaction; null for a
 * blank one. Throws a UserError 403 for an operator, who is logged in on somebody's behalf, and a 429 if too many are
 * waiting.
 */
export async function hashToSet(
  password: string,
  { user, signal }: Pick<OutsideContext, 'user' | 'signal'>,
): Promise<string | null> {
  if (password === '') return null;
  if (user.impersonated) throw new UserError(messages.confirmByOperator, { status: 403 });
  return withPasswordSlot({ who: user.id, signal }, () => hashPassword(password));
}
