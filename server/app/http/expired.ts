import { messages } from '#contract/messages.ts';
import type { Database } from '#db/database.ts';
import { hasRunOut } from '../../people/auth/index.ts';
import { Refusal } from './refusal.ts';

/**
 * The answer of a failed call. A 401 has `errors.session` if the session has only expired, so that the browser asks for
 * the password and continues; without it the session was ended, and the browser goes to the log-in. Other answers stay
 * as they are.
 */
export async function saidIfExpired(
  error: unknown,
  { db, tokenHash, now }: { db: Database; tokenHash: () => Buffer; now: Date },
): Promise<unknown> {
  if (!(error instanceof Refusal) || error.status !== 401) return error;
  const hash = hashOrNull(tokenHash);
  if (hash === null || !(await db.asSystem((tx) => hasRunOut(tx, { tokenHash: hash, now })))) return error;
  return new Refusal(401, messages.unauthorizedToken, { session: 'expired' });
}

function hashOrNull(tokenHash: () => Buffer): Buffer | null {
  try {
    return tokenHash();
  } catch {
    return null; // the refused call had no token
  }
}
