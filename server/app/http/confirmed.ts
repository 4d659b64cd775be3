import type { Call } from '#contract/base/call.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { hasSecondFactor } from '../../people/auth/index.ts';
import type { SignedIn } from '../../base/handlers.ts';
import { Refusal } from './refusal.ts';

/** How long a person's confirmed identity is valid. */
const confirmedForMs = 600_000;

type Given = {
  user: SignedIn;
  now: Date;
  input: unknown;
  /** Reads in a transaction of the person's agency. */ read: <T>(look: (tx: Tx) => Promise<T>) => Promise<T>;
};

/**
 * Throws a 403 with `errors.confirm` if the call requires a confirmed identity (`confirms`) and the session's is too
 * old; an operator cannot confirm.
 */
export async function refuseUnconfirmed(call: Call, { user, now, input, read }: Given): Promise<void> {
  const { confirms } = call;
  if (confirms === undefined || isFresh(user, now) || call.confirmsIf?.(input) === false) return;
  const byCode = await read((tx) => hasSecondFactor(tx, { agencyId: user.agencyId, userId: user.id }));
  if (confirms === 'second-factor' && !byCode) return;
  if (user.impersonated) throw new Refusal(403, messages.confirmByOperator);
  throw new Refusal(403, messages.confirmFirst, { confirm: byCode ? 'code' : 'password' });
}

const isFresh = ({ confirmedAt }: SignedIn, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= confirmedForMs;
